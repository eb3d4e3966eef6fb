package dev.holdfast.server.expression;

import com.dashjoin.jsonata.Functions;
import com.dashjoin.jsonata.Jsonata.JFunction;
import java.text.ParseException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Functions that would give another answer every time, or could run for ever, made harmless. */
final class PureFunctions {

  private static final int DATE_CHARS_MAX = 100;
  private static final int WORDS_CHARS_MAX = 200;

  /** Parts of a date with something between them that is neither digit nor letter. */
  private static final Pattern DATE_PICTURE =
      Pattern.compile("(?:\\[[^\\[\\]]{1,20}\\](?:[-:./, T]{1,5}|$))*+");

  private PureFunctions() {}

  static Map<String, JFunction> all() {
    Map<String, JFunction> all = new LinkedHashMap<>();
    all.put("eval", TextFunctions.function(PureFunctions::refuseEval, "<sx?:x>"));
    all.put("now", TextFunctions.function(PureFunctions::now, "<s?s?:s>"));
    all.put("millis", TextFunctions.function(args -> Fence.current().millis(), "<:n>"));
    all.put(
        "random", TextFunctions.function(args -> Fence.current().random().nextDouble(), "<:n>"));
    all.put("shuffle", TextFunctions.function(PureFunctions::shuffle, "<a:a>"));
    all.put("toMillis", TextFunctions.function(PureFunctions::toMillis, "<s-s?:n>"));
    all.put("parseInteger", TextFunctions.function(PureFunctions::parseInteger, "<s-s:n>"));
    return all;
  }

  private static Object refuseEval(List<?> args) {
    throw new ExpressionException("uses $eval, which is switched off");
  }

  private static @Nullable Object now(List<?> args) {
    long millis = Fence.current().millis();
    var picture = TextFunctions.at(args, 0);
    return picture == null
        ? Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.MILLIS).toString()
        : Functions.dateTimeFromMillis(
            millis, (String) picture, (String) TextFunctions.at(args, 1));
  }

  private static @Nullable Object shuffle(List<?> args) {
    if (!(TextFunctions.at(args, 0) instanceof List<?> list)) {
      return null;
    }
    List<@Nullable Object> shuffled = new ArrayList<>(list);
    var random = Fence.current().random();
    for (int i = shuffled.size() - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      var moved = shuffled.get(i);
      shuffled.set(i, shuffled.get(j));
      shuffled.set(j, moved);
    }
    return shuffled;
  }

  /** The library makes a pattern of the picture; only harmless ones are let through. */
  private static @Nullable Object toMillis(List<?> args) {
    if (TextFunctions.at(args, 0) == null) {
      return null;
    }
    var text = TextFunctions.text(args, 0);
    var picture = TextFunctions.at(args, 1);
    if (text.length() > DATE_CHARS_MAX) {
      throw new ExpressionException("$toMillis was given a text that is too long for a date");
    }
    if (picture instanceof String given
        && (given.length() > DATE_CHARS_MAX || !DATE_PICTURE.matcher(given).matches())) {
      throw new ExpressionException(
          "$toMillis needs '-', ':', '.', '/', ',', 'T' or a space between the parts of the date");
    }
    try {
      return Functions.dateTimeToMillis(text, (String) picture);
    } catch (ParseException e) {
      throw new ExpressionException("$toMillis cannot read " + text);
    }
  }

  private static @Nullable Object parseInteger(List<?> args) {
    if (TextFunctions.at(args, 0) == null) {
      return null;
    }
    var text = TextFunctions.text(args, 0);
    var picture = TextFunctions.text(args, 1);
    if (text.length() > WORDS_CHARS_MAX || picture.length() > WORDS_CHARS_MAX) {
      throw new ExpressionException("$parseInteger was given a text that is too long");
    }
    try {
      return Functions.parseInteger(text, picture);
    } catch (ParseException e) {
      throw new ExpressionException("$parseInteger cannot read " + text);
    }
  }
}
