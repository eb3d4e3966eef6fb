package dev.holdfast;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The work of a step that wants to know which attempt it is, to hand on an idempotency key, or to
 * keep its progress.
 *
 * <pre>{@code
 * var receipt = wf.step("charge", ctx -> bank.charge(order, ctx.stepKey()));
 * }</pre>
 */
@FunctionalInterface
public interface ContextStep<T extends @Nullable Object> extends Serializable {

  T run(StepContext context) throws Exception;
}
