package dev.holdfast.server.config;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Where traces go.
 *
 * @param endpoint the OpenTelemetry collector; null when there is none
 * @param service what this service is called there
 */
public record TelemetryConfig(@Nullable URI endpoint, String service) {

  static TelemetryConfig from(Settings settings) {
    var value = settings.value(Setting.TELEMETRY_ENDPOINT);
    var service = settings.text(Setting.TELEMETRY_SERVICE);
    if (value.text().isBlank()) {
      return new TelemetryConfig(null, service);
    }
    try {
      var uri = URI.create(value.text().strip());
      if (uri.getHost() != null && String.valueOf(uri.getScheme()).matches("https?")) {
        return new TelemetryConfig(uri, service);
      }
    } catch (IllegalArgumentException e) {
      // Said below, in the same words.
    }
    throw BadSetting.of(
        Setting.TELEMETRY_ENDPOINT, value, "an address such as http://127.0.0.1:4318, or nothing");
  }
}
