package dev.holdfast.server.graph;

import dev.holdfast.graph.Mistake;
import java.util.List;
import java.util.stream.Collectors;

/** A definition cannot be accepted; all that is wrong with it is known. */
public final class InvalidDefinition extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<Mistake> mistakes;

  InvalidDefinition(List<Mistake> mistakes) {
    super(
        mistakes.stream()
            .map(mistake -> "%s: %s".formatted(mistake.pointer(), mistake.message()))
            .collect(Collectors.joining("; ", "the definition cannot be accepted: ", "")));
    this.mistakes = List.copyOf(mistakes);
  }

  public List<Mistake> mistakes() {
    return mistakes;
  }
}
