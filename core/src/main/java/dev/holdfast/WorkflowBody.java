package dev.holdfast;

import org.jspecify.annotations.Nullable;

/** The code of a registered workflow. */
@FunctionalInterface
public interface WorkflowBody<I extends @Nullable Object, O extends @Nullable Object> {

  O run(WorkflowContext wf, I input) throws Exception;
}
