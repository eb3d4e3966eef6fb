package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * Undoes a completed step when its run fails or is cancelled. Executed at least once, so releasing
 * what is released already must do no harm.
 *
 * <pre>{@code
 * wf.step("hold", () -> bank.hold(order), s -> s.compensate(hold -> bank.release(hold)));
 * }</pre>
 */
@FunctionalInterface
public interface Compensation<T extends @Nullable Object> {

  void run(T result) throws Exception;
}
