package dev.holdfast.graph;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the settings of each kind of step must look like; settings that nobody knows are kept. */
final class ConfigCheck {

  private static final int URL_CHARS_MAX = 8_000;
  private static final double SECONDS_MAX = Durations.MAX.toSeconds();
  private static final Set<String> METHODS =
      Set.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");

  private final Place config;

  private ConfigCheck(Place config) {
    this.config = config;
  }

  /** The settings, an empty object when there are none. */
  static JsonNode read(Place step, StepKind kind) {
    var config = step.field("config");
    if (config == null) {
      new ConfigCheck(step).missing(kind);
      return StepReader.emptyObject();
    }
    if (!config.isObject()) {
      return StepReader.emptyObject();
    }
    new ConfigCheck(config).check(kind);
    return config.node();
  }

  /** Types with settings that must be there need a config at all. */
  private void missing(StepKind kind) {
    switch (kind) {
      case HTTP -> config.required("config", "say where to: {\"url\": \"https://...\"}");
      case TRANSFORM -> config.required("config", "say what it results in: {\"value\": ...}");
      case WORKFLOW -> config.required("config", "say which: {\"workflow\": \"name\"}");
      case SLEEP -> config.required("config", "say how long: {\"duration\": \"1h\"}");
      case TASK, FOREACH, SIGNAL, APPROVAL, REMOTE -> {}
    }
  }

  private void check(StepKind kind) {
    var retries = literal("max_retries");
    if (retries != null) {
      retries.integer(0, RetryReader.ATTEMPTS_MAX - 1, 0);
      if (!kind.executes()) {
        retries.mistake("a step of this type is not tried again by itself", "remove it");
      }
    }
    switch (kind) {
      case TASK -> task();
      case HTTP -> http();
      case TRANSFORM -> {
        if (!config.node().has("value")) {
          config.required("value", "say what the step results in");
        }
      }
      case WORKFLOW -> text(config.required("workflow", "name the workflow to call"), 200);
      case SLEEP -> sleep();
      case SIGNAL -> {
        text(config.field("name"), 200);
        onTimeout();
      }
      case APPROVAL -> {
        text(config.field("message"), URL_CHARS_MAX);
        onTimeout();
      }
      case FOREACH -> config.required("items", "say which items: \"${input.items}\"");
      case REMOTE -> {}
    }
  }

  private void task() {
    var duration = literal("duration_seconds");
    if (duration != null) {
      duration.number(0, SECONDS_MAX, 1);
    }
    var probability = literal("fail_probability");
    if (probability != null) {
      probability.number(0, 1, 0);
    }
    text(config.field("action"), DefinitionReader.NAME_CHARS_MAX);
  }

  private void http() {
    text(config.required("url", "say where to send the request"), URL_CHARS_MAX);
    var method = literal("method");
    if (method != null) {
      method.oneOf(METHODS);
    }
    var headers = literal("headers");
    if (headers != null && headers.isObject()) {
      headers
          .node()
          .propertyNames()
          .forEach(
              name -> {
                var value = headers.field(name);
                if (value != null && !value.node().isNumber()) {
                  value.check(value.node().isString(), "text");
                }
              });
    }
  }

  private void sleep() {
    var duration = literal("duration");
    if (duration != null) {
      duration.duration();
    }
    boolean one = config.node().has("duration") != config.node().has("until");
    if (!one) {
      config.mistake(
          "needs either 'duration' or 'until'", "say how long, or until when, and not both");
    }
  }

  private void onTimeout() {
    var word = literal("on_timeout");
    if (word != null) {
      word.oneOf(Set.of("fail", "skip"));
    }
  }

  /** The setting, unless only an expression will tell. */
  private @Nullable Place literal(String name) {
    var place = config.field(name);
    return place == null || place.isExpression() ? null : place;
  }

  private static void text(@Nullable Place place, int charsMax) {
    if (place != null) {
      place.text(charsMax);
    }
  }
}
