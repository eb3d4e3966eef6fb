package dev.holdfast;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The work of a step. Serializable only so that its result type can be read from the lambda; it is
 * never serialized, and what it captures need not be serializable either.
 *
 * <pre>{@code
 * Receipt receipt = wf.step("charge", () -> bank.charge(order));
 * }</pre>
 */
@FunctionalInterface
public interface Step<T extends @Nullable Object> extends Serializable {

  T run() throws Exception;
}
