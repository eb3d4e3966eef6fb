package dev.holdfast;

import java.util.Locale;

/**
 * How much a line of a step's log matters.
 *
 * <pre>{@code
 * wf.step("import", ctx -> {
 *   ctx.log(LogLevel.INFO, "the first page of " + pages);
 *   return load(pages);
 * });
 * }</pre>
 */
public enum LogLevel {
  DEBUG,
  INFO,
  WARN,
  ERROR;

  /** As it stands in the log. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
