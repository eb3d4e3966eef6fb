package dev.holdfast;

import dev.holdfast.engine.Engine;
import dev.holdfast.log.Json;
import dev.holdfast.log.RunState;
import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.RunStatus;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.NonNull;
import org.jspecify.annotations.Nullable;

/**
 * A handle on one execution of a workflow. It works from any process on the same store, whether or
 * not the run is advanced there.
 *
 * <pre>{@code
 * Run<Receipt> run = pay.start(order);
 * Receipt receipt = run.join();
 * }</pre>
 */
public final class Run<O extends @Nullable Object> {

  private static final Duration FOR_EVER = Duration.ofDays(36_500);

  private final Engine engine;
  private final Values values;
  private final UUID id;
  private final Type resultType;
  private final boolean insideWorkflow;

  Run(Engine engine, Values values, UUID id, Type resultType, boolean insideWorkflow) {
    this.engine = engine;
    this.values = values;
    this.id = id;
    this.resultType = resultType;
    this.insideWorkflow = insideWorkflow;
  }

  public UUID id() {
    return id;
  }

  /** Where the run is now. */
  public Status status() {
    return Status.of(header());
  }

  /** Waits for the run to end and returns its result; throws when it failed or was cancelled. */
  public O join() {
    return join(FOR_EVER);
  }

  /** Like {@link #join()}, but throws when the run has not ended after so long. */
  public O join(Duration atMost) {
    if (insideWorkflow) {
      throw new HoldfastException(
          "A workflow cannot wait for a run that it has started beside itself: after a restart it"
              + " would not know. Use wf.call to get a result.");
    }
    try {
      return resultOf(
          engine
              .await(id, atMost)
              .orElseThrow(
                  () -> new HoldfastException("run " + id + " has not ended after " + atMost)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HoldfastException("interrupted while waiting for run " + id, e);
    }
  }

  /** The result if the run has completed, without waiting; throws when it failed. */
  public Optional<@NonNull O> result() {
    var state = header().state();
    return state.status().terminal() ? Optional.ofNullable(resultOf(state)) : Optional.empty();
  }

  /** Sends a signal, which is kept until the run asks for it; false when the run has ended. */
  public <T extends @Nullable Object> boolean signal(Signal<T> signal, T value) {
    return engine.signal(id, signal.name(), values.write(value, signal.type()), null);
  }

  /**
   * Like {@link #signal(Signal, Object)}; what was sent with the same id before is not repeated.
   */
  public <T extends @Nullable Object> boolean signal(
      Signal<T> signal, T value, String idempotencyId) {
    return engine.signal(id, signal.name(), values.write(value, signal.type()), idempotencyId);
  }

  /** The newest value that the run has shown under this name. */
  public <T> Optional<T> published(String name, Class<T> type) {
    return Optional.ofNullable(engine.state(id).published().get(name))
        .map(value -> values.<T>read(value, type));
  }

  /**
   * Runs a failed or cancelled run again from where it failed: a new run that begins with what this
   * one had completed. Asked twice, it is the same new run.
   */
  public Run<O> retry() {
    return new Run<>(engine, values, engine.retry(id), resultType, insideWorkflow);
  }

  /**
   * Lets a paused run look at its code again, which has been put right; false when it is not
   * paused.
   */
  public boolean resume() {
    return engine.resume(id, "resume");
  }

  /**
   * Lets a paused run go on and leaves behind the recorded steps that its code no longer asks for;
   * false when it is not paused.
   */
  public boolean accept() {
    return engine.resume(id, RunState.ACCEPT);
  }

  /**
   * Gives up a paused run and goes on in a new one, which begins with what this one had completed
   * as far as the code still asks for it.
   */
  public Run<O> fork() {
    return new Run<>(engine, values, engine.fork(id), resultType, insideWorkflow);
  }

  /** Asks for the run to be cancelled; false when it has already ended. */
  public boolean cancel(String reason) {
    return engine.cancel(id, reason);
  }

  O resultOf(HeaderState end) {
    if (end.status() == RunStatus.SUCCEEDED) {
      var result = end.result();
      return values.read(new Json(result == null ? "null" : result), resultType);
    }
    if (!end.status().terminal()) {
      throw new RunPausedException(id, String.valueOf(end.waitingFor()));
    }
    throw new RunFailedException(
        id, "run %s %s: %s".formatted(id, end.status().word(), end.lastError()), null);
  }

  private Header header() {
    return engine.header(id).orElseThrow(() -> new HoldfastException("there is no run " + id));
  }

  @Override
  public String toString() {
    return "run " + id;
  }

  /** Where a run can be. */
  public enum Status {
    /** Accepted, or waiting for a time, a signal or a node. */
    PENDING,
    RUNNING,
    COMPLETED,
    FAILED,
    CANCELLED;

    static Status of(Header header) {
      return switch (header.state().status()) {
        case PENDING -> PENDING;
        case LEASED -> RUNNING;
        case SUCCEEDED -> COMPLETED;
        case FAILED -> FAILED;
        case CANCELLED -> CANCELLED;
      };
    }
  }
}
