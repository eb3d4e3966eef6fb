package dev.holdfast.graph;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What executes a step. */
public enum StepKind {
  TASK,
  HTTP,
  TRANSFORM,
  FOREACH,
  WORKFLOW,
  SLEEP,
  SIGNAL,
  APPROVAL,
  /** A dotted name: a run of its own, executed by whoever takes runs of that name. */
  REMOTE;

  /** Words that will mean something: a step that uses one now would change its meaning later. */
  static final Set<String> RESERVED = Set.of("trigger", "stream");

  private static final Pattern DOTTED = Pattern.compile("[\\p{Alnum}_-]+(\\.[\\p{Alnum}_-]+)+");

  /** Types are free-form: a word without a meaning of its own is a task. */
  public static StepKind of(String type) {
    for (var kind : values()) {
      if (kind != REMOTE && kind.word().equals(type)) {
        return kind;
      }
    }
    return DOTTED.matcher(type).matches() ? REMOTE : TASK;
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it executes something here, which can be tried again. */
  public boolean executes() {
    return this == TASK || this == HTTP || this == TRANSFORM;
  }

  /** Whether it is another run. */
  public boolean calls() {
    return this == WORKFLOW || this == REMOTE;
  }
}
