package dev.holdfast.server.graph;

import dev.holdfast.graph.Mistake;
import java.util.List;
import java.util.stream.Collectors;

/** The input of a run does not fit the schema of its workflow. */
public final class InvalidInput extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<Mistake> mistakes;

  InvalidInput(List<Mistake> mistakes) {
    super(
        mistakes.stream()
            .map(mistake -> "%s: %s".formatted(mistake.pointer(), mistake.message()))
            .collect(
                Collectors.joining(
                    "; ", "the input does not fit the input_schema of the workflow: ", "")));
    this.mistakes = List.copyOf(mistakes);
  }

  public List<Mistake> mistakes() {
    return mistakes;
  }
}
