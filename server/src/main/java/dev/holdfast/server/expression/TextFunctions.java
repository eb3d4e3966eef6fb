package dev.holdfast.server.expression;

import com.dashjoin.jsonata.Functions;
import com.dashjoin.jsonata.Jsonata.JFunction;
import com.dashjoin.jsonata.Jsonata.JFunctionCallable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import org.jspecify.annotations.Nullable;

/** Functions of texts that the library's own ones are replaced with: these know the fence. */
final class TextFunctions {

  private static final int PAD_MAX = 10_000;

  private TextFunctions() {}

  static Map<String, JFunction> all() {
    Map<String, JFunction> all = new LinkedHashMap<>();
    all.put("pad", function(TextFunctions::pad, "<s-ns?:s>"));
    all.put("match", function(TextFunctions::match, "<s-fn?:a<o>>"));
    all.put("contains", function(TextFunctions::contains, "<s-(sf):b>"));
    all.put("replace", function(TextFunctions::replace, "<s-(sf)(sf)n?:s>"));
    all.put("split", function(TextFunctions::split, "<s-(sf)n?:a<s>>"));
    all.put(
        RegexLiterals.FUNCTION,
        function(args -> new Regex(text(args, 0), text(args, 1)), "<ss:f>"));
    return all;
  }

  interface Body {
    @Nullable Object call(List<?> args);
  }

  static JFunction function(Body body, String signature) {
    JFunctionCallable callable = (input, args) -> body.call(args);
    return new JFunction(callable, signature);
  }

  private static @Nullable Object pad(List<?> args) {
    if (at(args, 0) == null) {
      return null;
    }
    var text = text(args, 0);
    int width = number(args, 1, 0);
    if (Math.abs((long) width) > PAD_MAX) {
      throw new ExpressionException("$pad makes at most %d characters".formatted(PAD_MAX));
    }
    var with = at(args, 2) instanceof String given && !given.isEmpty() ? given : " ";
    int missing = Math.abs(width) - text.codePointCount(0, text.length());
    if (missing <= 0) {
      return text;
    }
    var padding = new StringBuilder();
    var points = with.codePoints().toArray();
    for (int i = 0; i < missing; i++) {
      padding.appendCodePoint(points[i % points.length]);
    }
    return width < 0 ? padding + text : text + padding;
  }

  private static @Nullable Object match(List<?> args) {
    if (at(args, 0) == null) {
      return null;
    }
    int limit = number(args, 2, Integer.MAX_VALUE);
    List<Object> matches = new ArrayList<>();
    var found = regex(at(args, 1)).matcher(text(args, 0));
    while (matches.size() < limit && found.find()) {
      Fence.current().spend(1);
      matches.add(shown(found));
    }
    return matches;
  }

  private static @Nullable Object contains(List<?> args) {
    if (at(args, 0) == null) {
      return null;
    }
    return at(args, 1) instanceof Regex regex
        ? regex.matcher(text(args, 0)).find()
        : text(args, 0).contains(text(args, 1));
  }

  private static @Nullable Object split(List<?> args) {
    if (at(args, 0) == null) {
      return null;
    }
    var text = text(args, 0);
    int limit = number(args, 2, Integer.MAX_VALUE);
    List<String> parts = new ArrayList<>();
    if (at(args, 1) instanceof Regex regex) {
      int from = 0;
      for (var found = regex.matcher(text); found.find(); ) {
        if (found.end() > found.start()) {
          add(parts, text.substring(from, found.start()));
          from = found.end();
        }
      }
      add(parts, text.substring(from));
    } else if (text(args, 1).isEmpty()) {
      text.codePoints().forEach(point -> add(parts, Character.toString(point)));
    } else {
      var separator = text(args, 1);
      int from = 0;
      for (int to = text.indexOf(separator); to >= 0; to = text.indexOf(separator, from)) {
        add(parts, text.substring(from, to));
        from = to + separator.length();
      }
      add(parts, text.substring(from));
    }
    return new ArrayList<>(parts.subList(0, Math.min(Math.max(limit, 0), parts.size())));
  }

  private static void add(List<String> parts, String part) {
    Fence.current().spend(1);
    parts.add(part);
  }

  private static @Nullable Object replace(List<?> args) {
    if (at(args, 0) == null) {
      return null;
    }
    var text = text(args, 0);
    int limit = number(args, 3, Integer.MAX_VALUE);
    var result = new StringBuilder();
    int from = 0;
    if (at(args, 1) instanceof Regex regex) {
      var found = regex.matcher(text);
      for (int n = 0; n < limit && found.find(); n++) {
        if (found.end() == found.start()) {
          throw new ExpressionException("$replace has a pattern that matches nothing at all");
        }
        append(result, text.substring(from, found.start()));
        append(result, replacement(at(args, 2), found));
        from = found.end();
      }
    } else {
      var old = text(args, 1);
      if (old.isEmpty()) {
        throw new ExpressionException("$replace cannot replace an empty text");
      }
      int to = text.indexOf(old);
      for (int n = 0; n < limit && to >= 0; n++, to = text.indexOf(old, from)) {
        append(result, text.substring(from, to));
        append(result, text(args, 2));
        from = to + old.length();
      }
    }
    append(result, text.substring(from));
    return result.toString();
  }

  private static void append(StringBuilder result, String part) {
    Fence.current().tick();
    Fence.current().spend(result.length() + part.length() > Fence.WEIGHT_MAX ? Long.MAX_VALUE : 0);
    result.append(part);
  }

  /** As JSONata has it: $1 is a group, $0 all of the match, $$ a dollar. */
  private static String replacement(@Nullable Object by, MatchResult match) {
    if (!(by instanceof String pattern)) {
      var result = apply(by, shown(match));
      if (result instanceof String text) {
        return text;
      }
      throw new ExpressionException("$replace was given a function that returned no text");
    }
    var text = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      char next = i + 1 < pattern.length() ? pattern.charAt(i + 1) : ' ';
      if (c == '$' && next == '$') {
        text.append('$');
        i++;
      } else if (c == '$' && next >= '0' && next <= '9') {
        int group = next - '0';
        var found = group <= match.groupCount() ? match.group(group) : "";
        text.append(found == null ? "" : found);
        i++;
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  private static @Nullable Object apply(@Nullable Object function, Object argument) {
    try {
      return Functions.funcApply(function, List.of(argument));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new ExpressionException("$replace failed: " + e.getMessage());
    }
  }

  private static Map<String, Object> shown(MatchResult match) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("match", match.group());
    shown.put("index", match.start());
    shown.put("groups", Regex.groups(match));
    return shown;
  }

  private static Regex regex(@Nullable Object value) {
    if (value instanceof Regex regex) {
      return regex;
    }
    throw new ExpressionException("$match needs a regular expression such as /[a-z]+/");
  }

  static @Nullable Object at(List<?> args, int index) {
    return index < args.size() ? args.get(index) : null;
  }

  static String text(List<?> args, int index) {
    return String.valueOf(at(args, index));
  }

  static int number(List<?> args, int index, int otherwise) {
    return at(args, index) instanceof Number number ? number.intValue() : otherwise;
  }
}
