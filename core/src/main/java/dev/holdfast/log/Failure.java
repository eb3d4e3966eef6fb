package dev.holdfast.log;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An error as the log keeps it.
 *
 * @param type class of the exception, or a word for errors that had none
 * @param message what it said
 * @param trace where it happened: the first frames and the causes, for people
 */
public record Failure(String type, String message, @Nullable String trace) {

  private static final int FRAMES_MAX = 12;
  private static final int MESSAGE_CHARS_MAX = 8_000;

  public static Failure of(Throwable error) {
    return new Failure(error.getClass().getName(), messageOf(error), trace(error));
  }

  /** One line for lists and headers. */
  public String summary() {
    var simple = type.substring(type.lastIndexOf('.') + 1);
    var line = message.lines().findFirst().orElse("");
    return line.isEmpty() ? simple : simple + ": " + line;
  }

  private static String messageOf(Throwable error) {
    var message = error.getMessage();
    if (message == null) {
      return "";
    }
    if (message.length() <= MESSAGE_CHARS_MAX) {
      return message;
    }
    boolean insideCharacter = Character.isHighSurrogate(message.charAt(MESSAGE_CHARS_MAX - 1));
    return message.substring(0, MESSAGE_CHARS_MAX - (insideCharacter ? 1 : 0)) + "…";
  }

  private static String trace(Throwable error) {
    List<String> lines = new ArrayList<>();
    Throwable current = error;
    for (int depth = 0; current != null && depth < 4; depth++, current = current.getCause()) {
      if (depth > 0) {
        lines.add("caused by " + current.getClass().getName() + ": " + messageOf(current));
      }
      var frames = current.getStackTrace();
      for (int i = 0; i < frames.length && i < FRAMES_MAX; i++) {
        lines.add("  at " + frames[i]);
      }
    }
    return String.join("\n", lines);
  }
}
