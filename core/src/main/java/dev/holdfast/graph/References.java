package dev.holdfast.graph;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Which steps an expression speaks of: {@code steps.fetch.output} speaks of {@code fetch}. */
final class References {

  private static final Pattern TOKENS =
      Pattern.compile(
          "\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])*'|`[^`]*`|(?s:/\\*.*?\\*/)"
              + "|[$\\p{L}_][$\\p{L}\\p{N}_]*|\\S");

  private References() {}

  static Set<String> of(String expression) {
    List<String> tokens = new ArrayList<>();
    var found = TOKENS.matcher(expression);
    while (found.find()) {
      if (!found.group().startsWith("/*")) {
        tokens.add(found.group());
      }
    }
    Set<String> ids = new LinkedHashSet<>();
    for (int i = 0; i + 2 < tokens.size(); i++) {
      boolean root = i == 0 || !tokens.get(i - 1).equals(".");
      if (root && tokens.get(i).equals("steps") && tokens.get(i + 1).equals(".")) {
        var id = name(tokens.get(i + 2));
        if (!id.isEmpty()) {
          ids.add(id);
        }
      }
    }
    return ids;
  }

  /** Empty when it is not a name: any step at all. */
  private static String name(String token) {
    char first = token.charAt(0);
    if ("\"'`".indexOf(first) >= 0 && token.length() > 1) {
      return token.substring(1, token.length() - 1);
    }
    return Character.isLetter(first) || first == '_' ? token : "";
  }
}
