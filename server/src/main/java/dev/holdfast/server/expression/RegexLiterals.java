package dev.holdfast.server.expression;

/**
 * Turns regular expressions in an expression into calls of a function of ours, so that the library
 * never makes one itself. Should one slip through, its value is refused when it is evaluated.
 */
final class RegexLiterals {

  /** A name that expressions cannot use themselves. */
  static final String FUNCTION = "__regex";

  private final String text;
  private final StringBuilder result = new StringBuilder();
  private int at;
  private boolean operand;

  private RegexLiterals(String text) {
    this.text = text;
  }

  static String replaced(String text) {
    return text.indexOf('/') < 0 ? text : new RegexLiterals(text).replace();
  }

  private String replace() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '"' || c == '\'' || c == '`') {
        copyTo(endOfQuoted(c));
        operand = true;
      } else if (text.startsWith("/*", at)) {
        int end = text.indexOf("*/", at + 2);
        copyTo(end < 0 ? text.length() : end + 2);
      } else if (c == '/' && !operand) {
        regex();
      } else if (Character.isWhitespace(c)) {
        copyTo(at + 1);
      } else if (Character.isJavaIdentifierPart(c)) {
        word();
      } else {
        operand = ")]}".indexOf(c) >= 0;
        copyTo(at + 1);
      }
    }
    return result.toString();
  }

  /** Behind "and", "or" and "in" stands an operand, behind every other word an operator. */
  private void word() {
    int end = at;
    while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
      end++;
    }
    var word = text.substring(at, end);
    operand = !(word.equals("and") || word.equals("or") || word.equals("in"));
    copyTo(end);
  }

  private void regex() {
    int end = at + 1;
    boolean inClass = false;
    for (; end < text.length(); end++) {
      char c = text.charAt(end);
      if (c == '\\') {
        end++;
      } else if (c == '[') {
        inClass = true;
      } else if (c == ']') {
        inClass = false;
      } else if (c == '/' && !inClass) {
        break;
      }
    }
    if (end >= text.length() || end == at + 1) {
      throw new ExpressionException("has a regular expression without an end");
    }
    var source = text.substring(at + 1, end);
    int flags = end + 1;
    while (flags < text.length() && "im".indexOf(text.charAt(flags)) >= 0) {
      flags++;
    }
    var options = text.substring(end + 1, flags);
    result.append("$%s(%s, \"%s\")".formatted(FUNCTION, quoted(source), options));
    at = flags;
    operand = true;
  }

  private int endOfQuoted(char quote) {
    int end = at + 1;
    while (end < text.length() && text.charAt(end) != quote) {
      end += quote != '`' && text.charAt(end) == '\\' ? 2 : 1;
    }
    return Math.min(end + 1, text.length());
  }

  private void copyTo(int end) {
    result.append(text, at, end);
    at = end;
  }

  private static String quoted(String source) {
    return "\"" + source.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
  }
}
