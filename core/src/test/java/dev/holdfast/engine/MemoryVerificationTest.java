package dev.holdfast.engine;

import dev.holdfast.store.Header;
import dev.holdfast.store.Store;
import dev.holdfast.store.memory.MemoryStore;
import java.time.InstantSource;
import java.util.List;

class MemoryVerificationTest extends VerificationContract {

  private final Store store = new MemoryStore(InstantSource.system());

  @Override
  Store open() {
    return store;
  }

  @Override
  void loseHeaders(List<Header> headers) {
    var other = headers.getFirst();
    store.rewrite(
        headers.stream()
            .map(
                header ->
                    new Header(
                        header.id(),
                        "damaged",
                        "1",
                        header.key(),
                        -1,
                        99,
                        other.id(),
                        "damaged",
                        other.id(),
                        "damaged",
                        "damaged",
                        other.createdAt().plusSeconds(1),
                        other.state()))
            .toList());
  }
}
