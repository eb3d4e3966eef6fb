package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * What {@link WorkflowContext#map} does with each item, in a scope of its own.
 *
 * <pre>{@code
 * wf.map("label", order.items(), Item::sku,
 *     (b, item) -> b.step("print", () -> carrier.label(item)));
 * }</pre>
 */
@FunctionalInterface
public interface ItemBody<I, T extends @Nullable Object> {

  T run(WorkflowContext branch, I item) throws Exception;
}
