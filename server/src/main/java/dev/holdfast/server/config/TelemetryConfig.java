package dev.holdfast.server.config;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Where traces go.
 *
 * @param endpoint the OpenTelemetry collector; null when there is none
 * @param service what this service is called there
 * @param ratio the share of runs that are traced, from 0 to 1
 */
public record TelemetryConfig(@Nullable URI endpoint, String service, double ratio) {

  static TelemetryConfig from(Settings settings) {
    var value = settings.value(Setting.TELEMETRY_ENDPOINT);
    var service = settings.text(Setting.TELEMETRY_SERVICE);
    double ratio = settings.decimal(Setting.TELEMETRY_RATIO, 0, 1);
    if (value.text().isBlank()) {
      return new TelemetryConfig(null, service, ratio);
    }
    try {
      var uri = URI.create(value.text().strip());
      if (uri.getHost() != null && String.valueOf(uri.getScheme()).matches("https?")) {
        return new TelemetryConfig(uri, service, ratio);
      }
    } catch (IllegalArgumentException e) {
      // Said below, in the same words.
    }
    throw BadSetting.of(
        Setting.TELEMETRY_ENDPOINT, value, "an address such as http://127.0.0.1:4318, or nothing");
  }
}
