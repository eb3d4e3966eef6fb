package dev.holdfast.server.graph;

import dev.holdfast.engine.LiveRun;
import dev.holdfast.engine.SignalWait;
import dev.holdfast.graph.Durations;
import dev.holdfast.graph.StepDefinition;
import dev.holdfast.log.Failure;
import dev.holdfast.log.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Steps that wait: for a time, for a signal, for a person. */
final class Waits {

  private static final String TIMED_OUT = "java.util.concurrent.TimeoutException";

  private final GraphRun run;
  private final LiveRun live;

  Waits(GraphRun run, Kit kit) {
    this.run = run;
    this.live = run.live();
  }

  Json sleep(String name, StepDefinition step, StepTypes.Config config) {
    boolean begun = live.replayed().steps().containsKey(name);
    live.sleep(name, begun ? Duration.ZERO : duration(name, config.node()));
    return Json.NULL;
  }

  @Nullable Json signal(String name, StepDefinition step, StepTypes.Config config) {
    var given = config.node().get("name");
    var signal = given == null || given.isNull() ? step.id() : given.asString();
    return await(name, signal, step, config.node());
  }

  @Nullable Json approval(String name, StepDefinition step, StepTypes.Config config) {
    return await(name, Approvals.signalOf(name), step, config.node());
  }

  private @Nullable Json await(String name, String signal, StepDefinition step, JsonNode config) {
    // All settings are recorded: a later life takes them from there.
    Map<String, @Nullable Object> input = new LinkedHashMap<>();
    config.propertyStream().forEach(f -> input.put(f.getKey(), Values.plain(f.getValue())));
    input.put("signal", signal);
    var kind = step.kind().word();
    boolean skips = config.path("on_timeout").asString("fail").equals("skip");
    var message = "nobody sent '%s' within %s".formatted(signal, step.timeout());
    var failure = skips ? null : new Failure(TIMED_OUT, message, null);
    return live.facts()
        .signal(
            new SignalWait(
                name,
                signal,
                kind,
                Values.json(input),
                step.timeout(),
                failure,
                kind.equals("approval") ? Approvals::rejection : value -> null))
        .orElse(null);
  }

  private Duration duration(String name, JsonNode config) {
    var until = config.get("until");
    if (until != null && !until.isNull()) {
      var left = Duration.between(live.now(), instant(name, until));
      return left.isNegative() ? Duration.ZERO : left;
    }
    return Durations.read(config.path("duration"))
        .orElseThrow(() -> failed(name, "duration", config.path("duration")));
  }

  private Instant instant(String name, JsonNode until) {
    if (until.isNumber()) {
      return Instant.ofEpochMilli(until.longValue());
    }
    try {
      return Instant.parse(until.asString());
    } catch (DateTimeParseException e) {
      throw failed(name, "until", until);
    }
  }

  private RuntimeException failed(String name, String field, JsonNode value) {
    var wanted =
        field.equals("until")
            ? "a time such as \"2026-01-31T12:00:00Z\" or milliseconds since 1970"
            : "a duration such as \"90s\", \"2d\" or a number of seconds";
    return run.types().failed(name, "sleep", "%s is %s, not %s".formatted(field, value, wanted));
  }
}
