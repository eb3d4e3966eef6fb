package dev.holdfast.server.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.toml.TomlMapper;

/** Reads {@code holdfast.toml}. A key that means nothing is refused: it is a typing mistake. */
public final class TomlFile {

  private TomlFile() {}

  public static Map<Setting, Settings.Value> read(Path file) {
    try {
      var found = new EnumMap<Setting, Settings.Value>(Setting.class);
      var root = new TomlMapper().readTree(Files.readString(file));
      for (var table : root.properties()) {
        if (!table.getValue().isObject()) {
          throw unknown(file, table.getKey());
        }
        for (var line : table.getValue().properties()) {
          var key = table.getKey() + "." + line.getKey();
          var setting = Setting.byKey(key).orElseThrow(() -> unknown(file, key));
          found.put(setting, new Settings.Value(text(file, key, line.getValue()), file.toString()));
        }
      }
      return found;
    } catch (IOException e) {
      throw new BadSetting("%s cannot be read: %s".formatted(file, e.getMessage()));
    } catch (JacksonException e) {
      var at = e.getLocation();
      throw new BadSetting(
          "%s is not TOML%s: %s"
              .formatted(
                  file,
                  at == null ? "" : " (line " + at.getLineNr() + ")",
                  e.getOriginalMessage()));
    }
  }

  /** A list becomes names with commas between; everything else is as it stands. */
  private static String text(Path file, String key, JsonNode value) {
    if (!value.isArray()) {
      return word(file, key, value);
    }
    return StreamSupport.stream(value.spliterator(), false)
        .map(one -> word(file, key, one))
        .collect(Collectors.joining(","));
  }

  private static String word(Path file, String key, JsonNode value) {
    if (value.isContainer()) {
      throw new BadSetting(
          "%s is %s (%s); it must be a text, a number, true or false, or a list of those."
              .formatted(key, value, file));
    }
    return value.asString();
  }

  private static BadSetting unknown(Path file, String key) {
    return new BadSetting(
        "%s has '%s', which means nothing. %s".formatted(file, key, Setting.all()));
  }
}
