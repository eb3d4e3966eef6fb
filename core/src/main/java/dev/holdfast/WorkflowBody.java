package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * The code of a registered workflow.
 *
 * <pre>{@code
 * WorkflowBody<Order, Receipt> body =
 *     (wf, order) -> new Receipt(wf.step("charge", () -> bank.charge(order)));
 * var pay = holdfast.workflow("shop.pay.v1", Order.class, Receipt.class, body);
 * }</pre>
 */
@FunctionalInterface
public interface WorkflowBody<I extends @Nullable Object, O extends @Nullable Object> {

  O run(WorkflowContext wf, I input) throws Exception;
}
