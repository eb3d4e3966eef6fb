package dev.holdfast.server.config;

import dev.holdfast.graph.Nearest;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The effective settings and where each came from. */
public final class Settings {

  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

  private static final String DEFAULT = "the default";

  /** How it tells of a service that is called holdfast; nearly HOLDFAST_SERVER_HOST. */
  private static final String KUBERNETES = Setting.PREFIX + "SERVICE_";

  /** A value as it was written, and where. */
  public record Value(String text, String source) {}

  private final Map<Setting, Value> values = new EnumMap<>(Setting.class);

  private Settings() {
    for (var setting : Setting.values()) {
      values.put(setting, new Value(setting.initial(), DEFAULT));
    }
  }

  /**
   * Puts the sources on top of each other.
   *
   * @param flags what the command line says; null where it says nothing
   * @param file what {@link TomlFile} has read, or nothing
   * @throws BadSetting when a variable is nearly one of ours
   */
  public static Settings of(
      Map<Setting, @Nullable String> flags,
      Map<String, String> environment,
      Map<Setting, Value> file) {
    refuseMistyped(environment.keySet());
    var settings = new Settings();
    settings.values.putAll(file);
    for (var setting : Setting.values()) {
      for (var name : setting.variables()) {
        var variable = environment.get(name);
        if (variable != null) {
          settings.values.put(setting, new Value(variable, name));
        }
      }
      var flag = flags.get(setting);
      if (flag != null) {
        settings.values.put(setting, new Value(flag, "the command line"));
      }
    }
    return settings;
  }

  /** Only what is nearly right: others have variables that begin like ours, too. */
  private static void refuseMistyped(Set<String> variables) {
    var ours = new TreeSet<String>();
    for (var setting : Setting.values()) {
      ours.addAll(setting.variables());
    }
    for (var variable : variables) {
      boolean like = variable.startsWith(Setting.PREFIX) && !variable.startsWith(KUBERNETES);
      if (like && !ours.contains(variable)) {
        Nearest.to(variable, ours)
            .ifPresent(
                meant -> {
                  throw new BadSetting(
                      "The environment has '%s', which means nothing. Did you mean %s?"
                          .formatted(variable, meant));
                });
      }
    }
  }

  /** Whether nobody has said anything about it. */
  boolean isInitial(Setting setting) {
    return value(setting).source().equals(DEFAULT);
  }

  public Value value(Setting setting) {
    var value = values.get(setting);
    if (value == null) {
      throw new IllegalStateException("no value for " + setting);
    }
    return value;
  }

  public String text(Setting setting) {
    var value = value(setting);
    if (value.text().isBlank()) {
      throw BadSetting.of(setting, value, "a text");
    }
    return value.text();
  }

  /** One of these words. */
  public String word(Setting setting, Set<String> words) {
    var value = value(setting);
    var word = value.text().strip().toLowerCase(Locale.ROOT);
    if (!words.contains(word)) {
      throw BadSetting.of(setting, value, "one of " + String.join(", ", new TreeSet<>(words)));
    }
    return word;
  }

  public int number(Setting setting, int least, int most) {
    var value = value(setting);
    try {
      int number = Integer.parseInt(value.text().strip());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, in the same words.
    }
    throw BadSetting.of(setting, value, "a number from %d to %d".formatted(least, most));
  }

  public double decimal(Setting setting, double least, double most) {
    var value = value(setting);
    try {
      double number = Double.parseDouble(value.text().strip());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, in the same words.
    }
    throw BadSetting.of(setting, value, "a number from %s to %s".formatted(least, most));
  }

  public boolean flag(Setting setting) {
    var value = value(setting);
    return switch (value.text().strip()) {
      case "true" -> true;
      case "false" -> false;
      default -> throw BadSetting.of(setting, value, "true or false");
    };
  }

  public Duration duration(Setting setting, Duration least, Duration most) {
    var value = value(setting);
    var parts = DURATION.matcher(value.text().strip());
    if (parts.matches()) {
      long amount = Long.parseLong(parts.group(1));
      var duration =
          switch (parts.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
          };
      if (duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0) {
        return duration;
      }
    }
    throw BadSetting.of(
        setting,
        value,
        "a duration such as 500ms, 10s or 5m, from %s to %s".formatted(word(least), word(most)));
  }

  /** Names with commas between. */
  public Set<String> names(Setting setting) {
    var names = new TreeSet<String>();
    Arrays.stream(value(setting).text().split(","))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .forEach(names::add);
    return names;
  }

  private static String word(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? duration.toSeconds() + "s"
        : duration.toMillis() + "ms";
  }
}
