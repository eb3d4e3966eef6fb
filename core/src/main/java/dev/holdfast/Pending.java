package dev.holdfast;

import dev.holdfast.engine.LiveRun;
import dev.holdfast.engine.Unwind;
import java.util.Collection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A branch that runs beside the workflow's own thread, and its result to be.
 *
 * <pre>{@code
 * var mail = wf.async("mail", () -> mailer.confirm(order));
 * var label = wf.async("label", () -> carrier.label(order));
 * wf.all(mail, label);
 * }</pre>
 *
 * <p>A branch that nobody waits for still belongs to its workflow: that does not end before it, and
 * fails with it.
 */
public final class Pending<T extends @Nullable Object> {

  private final LiveRun run;
  private final String name;
  private final Thread thread;
  private volatile boolean done;
  private volatile boolean awaited;
  private @Nullable T value;
  private @Nullable Throwable error;

  /** What a branch does. */
  interface Branch<T extends @Nullable Object> {
    T run() throws Exception;
  }

  Pending(LiveRun run, String name, Branch<T> branch, Runnable ended) {
    this.run = run;
    this.name = name;
    this.thread =
        run.fork(
            name,
            () -> {
              try {
                value = branch.run();
              } catch (Throwable e) {
                error = e;
              }
            },
            () -> {
              ended.run();
              done = true;
              run.wake();
            });
  }

  /** Waits for the branch and returns its result, or throws what it threw. */
  @SuppressWarnings("NullAway") // A step may return null, and then so does its branch.
  public T join() {
    awaited = true;
    run.await("", null, this::isDone);
    if (wasCancelled()) {
      throw new HoldfastException("Branch '%s' was cancelled.".formatted(name));
    }
    if (error != null) {
      throw rethrow(error);
    }
    return value;
  }

  boolean isDone() {
    return done;
  }

  boolean isAwaited() {
    return awaited;
  }

  boolean hasFailed() {
    return done && error != null && !wasCancelled();
  }

  /** In this life or an earlier one. */
  private boolean wasCancelled() {
    return error instanceof Unwind unwind
        && unwind.reason() == Unwind.Reason.BRANCH_CANCELLED
        && done;
  }

  String name() {
    return name;
  }

  /** Stops the branch for good; a restart knows it. */
  void cancel() {
    awaited = true;
    if (!done) {
      run.facts().branchCancelled(name);
      run.cancelBranch(thread);
    }
  }

  /** Waits until all have ended or one has failed; then the others are cancelled. */
  static void awaitAll(LiveRun run, Collection<? extends Pending<?>> branches) {
    for (Pending<?> branch : branches) {
      branch.awaited = true;
    }
    run.await(
        "",
        null,
        () ->
            branches.stream().anyMatch(Pending::hasFailed)
                || branches.stream().allMatch(Pending::isDone));
    for (Pending<?> failed : branches) {
      if (failed.hasFailed()) {
        cancelAll(run, branches);
        throw rethrow(Objects.requireNonNull(failed.error));
      }
    }
    branches.forEach(Pending::join);
  }

  /** Cancels those that still run and waits for their end. */
  static void cancelAll(LiveRun run, Collection<? extends Pending<?>> branches) {
    branches.forEach(Pending::cancel);
    run.await("", null, () -> branches.stream().allMatch(Pending::isDone));
  }

  private static RuntimeException rethrow(Throwable error) {
    if (error instanceof Error e) {
      throw e;
    }
    return error instanceof RuntimeException e ? e : new HoldfastException(error.toString(), error);
  }
}
