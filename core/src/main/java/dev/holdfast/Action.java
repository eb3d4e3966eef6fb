package dev.holdfast;

/**
 * The work of a step that returns nothing.
 *
 * <pre>{@code
 * wf.step("notify", () -> mailer.send(order));
 * }</pre>
 */
@FunctionalInterface
public interface Action {

  void run() throws Exception;
}
