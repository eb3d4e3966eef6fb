package dev.holdfast.server.config;

import java.util.Set;

/**
 * How a server writes its own log.
 *
 * @param json as one JSON object per line, instead of text for people
 * @param level the least that is written: error, warn, info, debug or trace
 */
public record LogConfig(boolean json, String level) {

  private static final Set<String> FORMATS = Set.of("text", "json");
  private static final Set<String> LEVELS = Set.of("error", "warn", "info", "debug", "trace");

  public static LogConfig from(Settings settings) {
    var format = settings.word(Setting.LOG_FORMAT, FORMATS);
    return new LogConfig(format.equals("json"), settings.word(Setting.LOG_LEVEL, LEVELS));
  }
}
