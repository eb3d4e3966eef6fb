package dev.holdfast.server.expression;

import com.dashjoin.jsonata.Jsonata.JFunction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression as a value. It matches against a text that looks at the clock, because some
 * patterns take longer than the world lasts.
 */
final class Regex extends JFunction {

  private final Pattern pattern;

  Regex(String source, String flags) {
    super((input, args) -> null, null);
    try {
      int options = flags.contains("i") ? Pattern.CASE_INSENSITIVE : 0;
      options |= flags.contains("m") ? Pattern.MULTILINE : 0;
      this.pattern = Pattern.compile(source, options);
    } catch (PatternSyntaxException | StackOverflowError e) {
      throw new ExpressionException("has a regular expression that cannot be read: " + source);
    }
  }

  @Override
  @SuppressWarnings("rawtypes")
  public @Nullable Object call(Object input, List args) {
    var found = args.isEmpty() || !(args.get(0) instanceof String text) ? null : matcher(text);
    if (found == null || !found.find()) {
      return null;
    }
    Map<String, Object> match = new LinkedHashMap<>();
    match.put("match", found.group());
    match.put("start", found.start());
    match.put("end", found.end());
    match.put("groups", groups(found));
    return match;
  }

  Matcher matcher(String text) {
    return pattern.matcher(new TickingText(text, Fence.current()));
  }

  static List<String> groups(MatchResult match) {
    List<String> groups = new ArrayList<>();
    for (int i = 1; i <= match.groupCount(); i++) {
      var group = match.group(i);
      groups.add(group == null ? "" : group);
    }
    return groups;
  }

  /** Every look at a character is a tick. */
  private record TickingText(String text, Fence fence) implements CharSequence {

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      fence.tick();
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
