package dev.holdfast.engine;

import dev.holdfast.store.Header;
import java.util.Optional;
import java.util.UUID;

/** What one run may do to others. */
interface Others {

  /** Starts it, or finds it when its key says that it has been started before. */
  UUID submit(NewRun request);

  Optional<Header> header(UUID run);

  Optional<Header> byKey(String key);

  boolean cancel(UUID run, String reason);
}
