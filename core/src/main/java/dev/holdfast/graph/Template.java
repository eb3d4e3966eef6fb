package dev.holdfast.graph;

import java.util.ArrayList;
import java.util.List;

/**
 * A text with expressions in it. An expression that stands alone keeps its type; one inside other
 * text becomes text. A dollar more in front of it takes its meaning away.
 */
public record Template(List<Part> parts) {

  /** A piece of a template. */
  public sealed interface Part {}

  /** Text that stays as it is. */
  public record Literal(String text) implements Part {}

  /** An expression, without its braces. */
  public record Expression(String text) implements Part {}

  /** An expression begins and does not end. */
  public static final class Unclosed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unclosed(String text) {
      super("'${' without its '}' in: " + text);
    }
  }

  public Template {
    parts = List.copyOf(parts);
  }

  /** Whether there is anything to evaluate or to unescape. */
  public static boolean isTemplate(String text) {
    return text.contains("${");
  }

  public boolean isSingleExpression() {
    return parts.size() == 1 && parts.getFirst() instanceof Expression;
  }

  /**
   * Takes a text apart.
   *
   * @throws Unclosed when an expression does not end
   */
  public static Template of(String text) {
    List<Part> parts = new ArrayList<>();
    var literal = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      if (text.startsWith("$${", at)) {
        literal.append("${");
        at += 3;
      } else if (text.startsWith("${", at)) {
        int end = new Braces(text, at + 2).close();
        if (!literal.isEmpty()) {
          parts.add(new Literal(literal.toString()));
          literal.setLength(0);
        }
        parts.add(new Expression(text.substring(at + 2, end).strip()));
        at = end + 1;
      } else {
        literal.append(text.charAt(at++));
      }
    }
    if (!literal.isEmpty() || parts.isEmpty()) {
      parts.add(new Literal(literal.toString()));
    }
    return new Template(parts);
  }

  /** Finds the brace that ends an expression, past braces of its own, texts, names and comments. */
  private static final class Braces {
    private final String text;
    private int at;
    private char before = '(';

    Braces(String text, int from) {
      this.text = text;
      this.at = from;
    }

    int close() {
      int open = 0;
      for (; at < text.length(); at++) {
        char c = text.charAt(at);
        if (c == '}' && open == 0) {
          return at;
        }
        switch (c) {
          case '{' -> open++;
          case '}' -> open--;
          case '"', '\'' -> skipTo(c, true);
          case '`' -> skipTo(c, false);
          case '/' -> slash();
          default -> {}
        }
        if (!Character.isWhitespace(c)) {
          before = c;
        }
      }
      throw new Unclosed(text);
    }

    /** A comment, a regular expression, or only a division. */
    private void slash() {
      if (text.startsWith("/*", at)) {
        int end = text.indexOf("*/", at + 2);
        at = end < 0 ? text.length() : end + 1;
      } else if (!Character.isLetterOrDigit(before) && ")]}\"'`_".indexOf(before) < 0) {
        skipTo('/', true);
      }
    }

    private void skipTo(char end, boolean escapes) {
      for (at++; at < text.length() && text.charAt(at) != end; at++) {
        if (escapes && text.charAt(at) == '\\') {
          at++;
        }
      }
    }
  }
}
