package dev.holdfast.store.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A statement with named parameters, {@code :name}, kept in a file. JDBC knows only question marks,
 * and a statement with forty of them can be neither read nor bound without mistakes.
 *
 * @param text with question marks
 * @param places where each name stands, counted from 1
 */
record Sql(String text, Map<String, List<Integer>> places) {

  /** A colon that is not half of a cast. */
  private static final Pattern PARAMETER = Pattern.compile("(?<!:):([a-z_]+)");

  private static final String IF = "-- if ";
  private static final String END = "-- end";

  private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*--.*\\n");

  /** The files one after the other, as one statement. */
  static Sql load(String... files) {
    var text = new StringBuilder();
    for (var file : files) {
      text.append(COMMENT.matcher(resource(file)).replaceAll(""));
    }
    return parse(text.toString());
  }

  /**
   * The file without the parts whose condition is not met. A part stands between {@code -- if a and
   * not b} and {@code -- end}; parts do not nest.
   */
  static Sql load(String file, Set<String> facts) {
    var text = new StringBuilder();
    boolean wanted = true;
    for (var line : resource(file).lines().toList()) {
      if (line.startsWith(IF)) {
        wanted = holds(line.substring(IF.length()), facts);
      } else if (line.equals(END)) {
        wanted = true;
      } else if (wanted && !line.startsWith("--")) {
        text.append(line).append('\n');
      }
    }
    return parse(text.toString());
  }

  static Sql parse(String text) {
    Map<String, List<Integer>> places = new HashMap<>();
    var matcher = PARAMETER.matcher(text);
    for (int place = 1; matcher.find(); place++) {
      places.computeIfAbsent(matcher.group(1), name -> new ArrayList<>(1)).add(place);
    }
    return new Sql(matcher.replaceAll("?").strip(), places);
  }

  static String resource(String file) {
    try (var in = Sql.class.getResourceAsStream("/dev/holdfast/store/postgres/" + file)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Integer> placesOf(String name) {
    var found = places.get(name);
    if (found == null) {
      throw new IllegalArgumentException("the statement has no parameter " + name);
    }
    return found;
  }

  private static boolean holds(String condition, Set<String> facts) {
    for (var word : condition.split(" and ", -1)) {
      boolean not = word.startsWith("not ");
      if (facts.contains(not ? word.substring("not ".length()) : word) == not) {
        return false;
      }
    }
    return true;
  }
}
