package dev.holdfast.server.cli;

import dev.holdfast.Holdfast;
import dev.holdfast.engine.Engine;
import dev.holdfast.engine.EngineOptions;
import dev.holdfast.server.client.ServerClient;
import dev.holdfast.store.NodeLease;
import dev.holdfast.store.Store;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The run that a command is about: on a server, or in a store that the command opens itself. */
final class OneRun {

  @Parameters(index = "0", paramLabel = "ID", description = "The run's id or idempotency key.")
  private String run = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "STORE",
      description = OpenStore.INSTEAD_OF_SERVER)
  private @Nullable String store;

  @Mixin private AskServer server = new AskServer();

  /** Looks at the run. */
  <T> T read(Function<StoredRun, T> inStore, BiFunction<ServerClient, UUID, T> onServer) {
    return store == null
        ? server.with(client -> onServer.apply(client, client.run(run)))
        : OpenStore.with(store, opened -> inStore.apply(StoredRun.find(opened, run)));
  }

  /** Speaks to the run, as any process on its store may, and becomes no node for it. */
  <T> T decide(BiFunction<Engine, UUID, T> inStore, BiFunction<ServerClient, UUID, T> onServer) {
    if (store == null) {
      return server.with(client -> onServer.apply(client, client.run(run)));
    }
    var path = store;
    return OpenStore.with(
        path,
        opened -> {
          var found = StoredRun.find(opened, run);
          refuseUnheard(opened, path);
          try (var holdfast = Holdfast.on(opened, EngineOptions.defaults())) {
            return inStore.apply(holdfast.engine(), found.id());
          }
        });
  }

  /** A store that is made for one process does not tell that process what another one wrote. */
  private static void refuseUnheard(Store opened, String path) {
    boolean atWork = opened.nodes().stream().anyMatch(NodeLease::live);
    if (opened.pollInterval() == null && atWork) {
      throw new Complaint(
          ExitCode.SOFTWARE,
          "A Holdfast process is at work on %s and would not notice.\nIf it is a server, ask it:"
                  .formatted(path)
              + " leave the store away, or name it with --server. Otherwise stop it first.",
          null);
    }
  }
}
