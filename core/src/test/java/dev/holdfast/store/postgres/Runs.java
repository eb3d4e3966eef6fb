package dev.holdfast.store.postgres;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import dev.holdfast.store.Append;
import dev.holdfast.store.Claim;
import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderChange;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.RunStatus;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Runs as the tests of this package need them. */
final class Runs {

  static final String WORKFLOW = "shop.pay.v1";

  private static final TimeBasedEpochGenerator IDS = Generators.timeBasedEpochGenerator();
  private static final Instant START = Instant.parse("2026-01-02T03:04:05.000006Z");

  private Runs() {}

  static UUID id() {
    return IDS.generate();
  }

  static Append due(UUID id) {
    return insert(
        id,
        new HeaderState(RunStatus.PENDING, START, null, 1, null, null, null, null, null, START));
  }

  static Append leased(UUID id, String node) {
    return insert(
        id,
        new HeaderState(RunStatus.LEASED, START, node, 1, null, null, null, START, null, START));
  }

  static Append entry(UUID run, long seq) {
    return append(run, seq, null);
  }

  static Append poke(UUID run, long seq) {
    return append(run, seq, new HeaderChange.Poke());
  }

  static Claim claim(String node, int limit) {
    return new Claim(
        node,
        Set.of(WORKFLOW),
        null,
        limit,
        START,
        "[{\"type\":\"RunClaimed\",\"at\":1767323045000006,\"node\":\"" + node + "\"}]");
  }

  private static Append insert(UUID id, HeaderState state) {
    var header =
        new Header(
            id, WORKFLOW, "{}", null, 100, 3, null, null, null, null, "default", START, state);
    return append(id, 1, new HeaderChange.Insert(header));
  }

  private static Append append(UUID run, long seq, @Nullable HeaderChange change) {
    var events = "[{\"type\":\"SignalReceived\",\"at\":1767323045000006,\"name\":\"" + seq + "\"}]";
    return new Append(run, seq, 1, events, change, List.of());
  }
}
