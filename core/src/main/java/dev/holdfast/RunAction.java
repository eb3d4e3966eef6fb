package dev.holdfast;

/** Durable code that returns nothing, for {@link Holdfast#execute}. */
@FunctionalInterface
public interface RunAction {

  void run(WorkflowContext wf) throws Exception;
}
