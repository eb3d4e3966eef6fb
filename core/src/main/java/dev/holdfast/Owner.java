package dev.holdfast;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that may use a context, and the step it is in: refuses what cannot be recorded.
 */
final class Owner {

  private @Nullable Thread thread;
  private @Nullable String inside;

  void check() {
    var current = Thread.currentThread();
    if (thread == null) {
      thread = current;
    }
    if (!current.equals(thread)) {
      throw new HoldfastException(
          "This context belongs to another thread. For parallel work use wf.async or wf.branch, and"
              + " inside a branch the context it is given.");
    }
    if (inside != null) {
      throw new HoldfastException(
          "Step '%s' calls the context it was called from. A step is one unit and cannot contain"
                  .formatted(inside)
              + " others: call them one after the other from the workflow itself.");
    }
  }

  /** Runs a step; meanwhile nothing else may be asked of the context. */
  <T extends @Nullable Object> T inside(String id, Supplier<T> step) {
    inside = id;
    try {
      return step.get();
    } finally {
      inside = null;
    }
  }
}
