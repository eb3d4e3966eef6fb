package dev.holdfast.server.graph;

import com.networknt.schema.regex.RegularExpression;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A pattern in a schema. It gives up after a while: some patterns would take for ever. */
final class BoundedRegex implements RegularExpression {

  private static final long NANOS_MAX = 250_000_000;

  /** A pattern that cannot be read, or that takes too long. */
  static final class Bad extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Bad(String message) {
      super(message, null, false, false);
    }
  }

  private final Pattern pattern;

  BoundedRegex(String source) {
    try {
      this.pattern = Pattern.compile(source);
    } catch (PatternSyntaxException | StackOverflowError e) {
      throw new Bad("the pattern '%s' cannot be read".formatted(source));
    }
  }

  @Override
  public boolean matches(String value) {
    try {
      return pattern.matcher(new Watched(value, System.nanoTime() + NANOS_MAX)).find();
    } catch (StackOverflowError e) {
      throw new Bad("the pattern '%s' is too deep for this value".formatted(pattern));
    }
  }

  private record Watched(String text, long deadline) implements CharSequence {

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      if (System.nanoTime() - deadline > 0) {
        throw new Bad("a pattern of the schema takes too long for this value");
      }
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.substring(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
