package dev.holdfast.server.cli;

import dev.holdfast.Holdfast;
import dev.holdfast.engine.Engine;
import dev.holdfast.engine.EngineOptions;
import dev.holdfast.store.NodeLease;
import dev.holdfast.store.Store;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Parameters;

/** The run that a command is about, and the store it is in. */
final class OneRun {

  @Parameters(index = "0", paramLabel = "ID", description = "The run's id or idempotency key.")
  private String run = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "STORE",
      description = OpenStore.DESCRIPTION,
      defaultValue = OpenStore.DEFAULT)
  private String store = OpenStore.DEFAULT;

  /** Looks at the run. */
  <T> T read(Function<StoredRun, T> look) {
    return OpenStore.with(store, opened -> look.apply(StoredRun.find(opened, run)));
  }

  /** Speaks to the run, as any process on the store may, and becomes no node for it. */
  <T> T speak(BiFunction<Engine, UUID, T> words) {
    return OpenStore.with(
        store,
        opened -> {
          var found = StoredRun.find(opened, run);
          refuseUnheard(opened);
          try (var holdfast = Holdfast.on(opened, EngineOptions.defaults())) {
            return words.apply(holdfast.engine(), found.id());
          }
        });
  }

  /** A store that is made for one process does not tell that process what another one wrote. */
  private void refuseUnheard(Store opened) {
    boolean atWork = opened.nodes().stream().anyMatch(NodeLease::live);
    if (opened.pollInterval() == null && atWork) {
      throw new Complaint(
          ExitCode.SOFTWARE,
          "A Holdfast process is at work on %s and would not notice.\nStop it first, or let it"
                  .formatted(store)
              + " do this itself.",
          null);
    }
  }
}
