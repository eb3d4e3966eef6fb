package dev.holdfast;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Durable code without an input of its own, for {@link Holdfast#run}.
 *
 * <pre>{@code
 * holdfast.run("onboard-ada", wf -> wf.step("create-user", () -> users.create("ada")));
 * }</pre>
 */
@FunctionalInterface
public interface RunBody<T extends @Nullable Object> extends Serializable {

  T run(WorkflowContext wf) throws Exception;
}
