package dev.holdfast;

import dev.holdfast.engine.LiveRun;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A branch that runs beside the workflow's own thread, and its result to be.
 *
 * <pre>{@code
 * var mail = wf.async("mail", () -> mailer.confirm(order));
 * var label = wf.async("label", () -> carrier.label(order));
 * wf.all(mail, label);
 * }</pre>
 */
public final class Pending<T extends @Nullable Object> {

  private final LiveRun run;
  private final String name;
  private final Thread thread;
  private volatile boolean done;
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
            "holdfast-branch",
            () -> {
              try {
                value = branch.run();
              } catch (Throwable e) {
                error = e;
              } finally {
                ended.run();
                done = true;
                run.wake();
              }
            });
  }

  /** Waits for the branch and returns its result, or throws what it threw. */
  @SuppressWarnings("NullAway") // A step may return null, and then so does its branch.
  public T join() {
    run.await("", null, this::isDone);
    if (error != null) {
      throw rethrow(error);
    }
    return value;
  }

  boolean isDone() {
    return done;
  }

  boolean hasFailed() {
    return done && error != null;
  }

  void cancel() {
    run.cancelBranch(thread);
  }

  String name() {
    return name;
  }

  /** Waits until all have ended or one has failed; then the others are cancelled. */
  static void awaitAll(LiveRun run, Iterable<Pending<?>> branches) {
    BooleanSupplier settled =
        () -> {
          boolean all = true;
          for (var branch : branches) {
            if (branch.hasFailed()) {
              return true;
            }
            all &= branch.isDone();
          }
          return all;
        };
    run.await("", null, settled);
    for (var failed : branches) {
      if (failed.hasFailed()) {
        cancelOthers(run, branches);
        throw rethrow(java.util.Objects.requireNonNull(failed.error));
      }
    }
  }

  private static void cancelOthers(LiveRun run, Iterable<Pending<?>> branches) {
    for (var branch : branches) {
      if (!branch.isDone()) {
        branch.cancel();
      }
    }
    run.await(
        "",
        null,
        () -> {
          for (var branch : branches) {
            if (!branch.isDone()) {
              return false;
            }
          }
          return true;
        });
  }

  private static RuntimeException rethrow(Throwable error) {
    if (error instanceof Error e) {
      throw e;
    }
    return error instanceof RuntimeException e ? e : new HoldfastException(error.toString(), error);
  }
}
