package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.engine.EngineOptions;
import dev.holdfast.engine.NewRun;
import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.Json;
import dev.holdfast.store.Claim;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** When a node takes over what dead ones held. */
class RecoverAfterTest extends WorkersBed {

  @Test
  void aNodeThatMayNotRecoverYetLeavesTheRunsOfDeadOnesAlone() {
    var id = lostRun();
    holdfast.close();

    holdfast = Holdfast.open(folder.resolve("test.db").toString(), recoveringAfter(LONG));
    register();
    holdfast.start();
    assertThat(holdfast.find(startAndJoin(), String.class).status())
        .isEqualTo(Run.Status.COMPLETED);
    assertThat(holdfast.find(id, String.class).status()).isNotEqualTo(Run.Status.COMPLETED);
    holdfast.close();

    holdfast =
        Holdfast.open(folder.resolve("test.db").toString(), recoveringAfter(Duration.ofMillis(50)));
    register();
    holdfast.start();
    assertThat(holdfast.find(id, String.class).join()).isEqualTo("lost");
  }

  private void register() {
    holdfast.workflow(
        "gated.v1", String.class, String.class, (wf, name) -> wf.step("s", () -> pass(name)));
  }

  /** A run that a node held when its process died. */
  private UUID lostRun() {
    holdfast.close();
    var path = folder.resolve("test.db").toString();
    var store = Stores.open(path);
    var dead = "dead";
    store.heartbeat(dead, LONG);
    holdfast = Holdfast.on(store, recoveringAfter(LONG));
    register();
    var id = holdfast.engine().submit(NewRun.of("gated.v1", new Json("\"lost\""), null));
    var at = holdfast.engine().now();
    var events = new EventCodec(1_000).encode(List.of(new Event.RunClaimed(at, dead))).events();
    store.claim(new Claim(dead, Set.of("gated.v1"), id, 1, at, events));
    store.leave(dead);
    gate.countDown();
    return id;
  }

  private UUID startAndJoin() {
    var id = holdfast.engine().submit(NewRun.of("gated.v1", new Json("\"new\""), null));
    holdfast.find(id, String.class).join();
    return id;
  }

  private static EngineOptions recoveringAfter(Duration after) {
    var d = EngineOptions.defaults();
    return new EngineOptions(
        d.nodeName(),
        d.lease(),
        d.runsMax(),
        d.parkAfter(),
        d.showAfter(),
        d.claimsMax(),
        d.grace(),
        d.waitingAppendsMax(),
        d.inlineCharsMax(),
        null,
        null,
        after);
  }
}
