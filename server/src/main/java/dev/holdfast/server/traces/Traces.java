package dev.holdfast.server.traces;

import dev.holdfast.engine.Observer;
import dev.holdfast.log.Event;
import dev.holdfast.log.Failure;
import dev.holdfast.log.RunState;
import dev.holdfast.log.StepState;
import dev.holdfast.store.Header;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes a span of every attempt and of every run when it is over. An attempt whose process died is
 * told by whoever makes the next one: its beginning is in the log, and that it never ended, too.
 */
public final class Traces implements Observer {

  /** The random bits in the lower half of a run's id. */
  private static final long RANDOM = (1L << 62) - 1;

  private final Consumer<Span> out;
  private final double ratio;
  private final Function<Header, String> names;

  Traces(Consumer<Span> out, double ratio, Function<Header, String> names) {
    this.out = out;
    this.ratio = ratio;
    this.names = names;
  }

  /**
   * Spans that go to a collector.
   *
   * @param ratio the share of runs that are traced, from 0 to 1
   * @param names what the workflow of a run is called
   */
  public static Traces to(Collector collector, double ratio, Function<Header, String> names) {
    return new Traces(collector::add, ratio, names);
  }

  @Override
  public void tried(Tried tried) {
    if (!isTraced(tried.run())) {
      return;
    }
    var before = tried.run().steps().get(tried.step());
    if (before != null && isInterrupted(before, tried)) {
      var started = before.startedAt() == null ? before.scheduledAt() : before.startedAt();
      var lost =
          new Tried(
              tried.run(),
              tried.step(),
              tried.kind(),
              before.attempt(),
              started,
              tried.began(),
              new Failure("Interrupted", "its process was lost", null),
              null);
      out.accept(span(lost, "interrupted"));
    }
    var outcome =
        tried.error() == null ? "completed" : tried.retryAt() == null ? "failed" : "retried";
    out.accept(span(tried, outcome));
  }

  @Override
  public void ended(RunState run, Event end) {
    if (!isTraced(run)) {
      return;
    }
    var created = run.created();
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("holdfast.run", run.header().id().toString());
    var name = names.apply(run.header());
    attributes.put("holdfast.workflow", name);
    attributes.put("holdfast.status", statusOf(end));
    if (created.key() != null) {
      attributes.put("holdfast.key", created.key());
    }
    var error = end instanceof Event.RunFailed failed ? failed.error().summary() : null;
    out.accept(
        new Span(
            run.header().id(),
            null,
            0,
            name,
            created.at(),
            end.at(),
            attributes,
            error,
            causeOf(created)));
  }

  /** By the run's id alone: whichever processes advance a run, they trace all of it or nothing. */
  private boolean isTraced(RunState run) {
    long random = run.header().id().getLeastSignificantBits() & RANDOM;
    return (double) random < ratio * (double) RANDOM || ratio >= 1;
  }

  /** The first attempt of this life tells of the last one of an earlier life. */
  private static boolean isInterrupted(StepState before, Tried tried) {
    return before.status() == StepState.Status.STARTED && before.attempt() == tried.attempt() - 1;
  }

  private static Span span(Tried tried, String outcome) {
    var run = tried.run().header().id();
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("holdfast.run", run.toString());
    attributes.put("holdfast.step", tried.step());
    attributes.put("holdfast.kind", tried.kind());
    attributes.put("holdfast.attempt", String.valueOf(tried.attempt()));
    attributes.put("holdfast.outcome", outcome);
    var error = tried.error();
    return new Span(
        run,
        tried.step(),
        tried.attempt(),
        tried.step(),
        tried.began(),
        tried.ended(),
        attributes,
        error == null ? null : error.summary(),
        null);
  }

  private static Span.@Nullable Link causeOf(Event.RunCreated created) {
    return created.parentRun() == null
        ? Span.Link.of(created.headers().get("traceparent"))
        : Span.Link.to(created.parentRun());
  }

  private static String statusOf(Event end) {
    return switch (end) {
      case Event.RunCompleted e -> "completed";
      case Event.RunFailed e -> "failed";
      default -> "cancelled";
    };
  }
}
