package dev.holdfast;

/**
 * Durable code that returns nothing, for {@link Holdfast#execute}.
 *
 * <pre>{@code
 * holdfast.execute("onboard-ada", wf -> wf.step("create-user", () -> users.create("ada")));
 * }</pre>
 */
@FunctionalInterface
public interface RunAction {

  void run(WorkflowContext wf) throws Exception;
}
