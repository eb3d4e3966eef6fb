package dev.holdfast.server.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.engine.EngineOptions;
import dev.holdfast.engine.Verification;
import dev.holdfast.graph.StepView;
import dev.holdfast.log.Json;
import dev.holdfast.log.RunState;
import dev.holdfast.store.RunStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A node that runs graphs on a SQLite file of its own. */
final class GraphBed implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  final Holdfast holdfast;
  final Graphs graphs;

  GraphBed(Path folder) {
    this(folder, GraphOptions.defaults());
  }

  GraphBed(Path folder, GraphOptions options) {
    // Runs that wait leave memory at once, so every wait is also a test of coming back.
    var d = EngineOptions.defaults();
    var engine =
        new EngineOptions(
            d.nodeName(),
            d.lease(),
            d.runsMax(),
            Duration.ofMillis(1),
            d.showAfter(),
            d.claimsMax(),
            d.grace(),
            d.waitingAppendsMax(),
            d.inlineCharsMax(),
            d.pollEvery());
    this.holdfast = Holdfast.open(folder.resolve("test.db").toString(), engine);
    this.graphs = Graphs.on(holdfast, options);
    holdfast.start();
  }

  UUID start(String json, @Nullable String input) {
    var start = GraphStart.empty().input(input == null ? null : new Json(input));
    return graphs.start(graphs.create(json), start);
  }

  /** Runs it to its end and returns what it resulted in. */
  @Nullable String result(String json, @Nullable String input) {
    var state = end(start(json, input));
    assertThat(state.header().state().status())
        .as(String.valueOf(state.failure()))
        .isEqualTo(RunStatus.SUCCEEDED);
    return state.header().state().result();
  }

  RunState end(UUID run) {
    try {
      assertThat(holdfast.engine().await(run, PATIENCE)).isPresent();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return holdfast.engine().state(run);
  }

  /** Waits until the run is like that. */
  RunState until(UUID run, Predicate<RunState> condition) {
    var deadline = Instant.now().plus(PATIENCE);
    while (true) {
      var state = holdfast.engine().state(run);
      if (condition.test(state)) {
        return state;
      }
      assertThat(Instant.now()).as(String.valueOf(state)).isBefore(deadline);
      LockSupport.parkNanos(5_000_000);
    }
  }

  List<String> steps(RunState state) {
    return graphs.steps(state).stream().map(GraphBed::shown).toList();
  }

  static String shown(StepView step) {
    return step.step() + " " + step.status();
  }

  /** What {@code holdfast verify} would say. */
  void assertSound() {
    var report = Verification.of(holdfast.engine().store(), Verification.Listener.NONE);
    assertThat(report.problems()).isEmpty();
  }

  @Override
  public void close() {
    holdfast.close();
  }
}
