package dev.holdfast.log;

import dev.holdfast.store.Micros;
import dev.holdfast.store.Payload;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/** Writes one entry. Used once. */
final class EventWriter {

  private final int inlineCharsMax;
  private final StringWriter text = new StringWriter(256);
  private final JsonGenerator json =
      EventCodec.JSON.createGenerator(ObjectWriteContext.empty(), text);
  private List<Payload> payloads = List.of();

  EventWriter(int inlineCharsMax) {
    this.inlineCharsMax = inlineCharsMax;
    json.writeStartArray();
  }

  EventCodec.Encoded finish() {
    json.writeEndArray();
    json.close();
    return new EventCodec.Encoded(text.toString(), payloads);
  }

  void write(Event event) {
    json.writeStartObject();
    json.writeStringProperty("type", event.getClass().getSimpleName());
    time("at", event.at());
    if (event instanceof Event.OfStep ofStep) {
      json.writeStringProperty("step", ofStep.step());
    }
    switch (event) {
      case Event.OfStep ofStep -> step(ofStep);
      case Event.RunCreated created -> created(created);
      default -> run(event);
    }
    json.writeEndObject();
  }

  private void step(Event.OfStep event) {
    switch (event) {
      case Event.StepScheduled e -> {
        text("kind", e.kind().equals("step") ? null : e.kind());
        attempt(e.attempt());
        time("dueAt", e.dueAt());
      }
      case Event.StepStarted e -> {
        attempt(e.attempt());
        value("input", e.input());
      }
      case Event.StepCheckpointed e -> {
        attempt(e.attempt());
        value("data", e.data());
      }
      case Event.StepLogged e -> {
        attempt(e.attempt());
        text("level", e.level());
        text("text", e.text());
      }
      case Event.StepCompleted e -> {
        attempt(e.attempt());
        value("output", e.output());
        json.writeNumberProperty("ms", e.durationMs());
      }
      case Event.StepFailed e -> {
        attempt(e.attempt());
        failure(e.error());
        time("retryAt", e.retryAt());
      }
      case Event.StepSkipped e -> {
        text("reason", e.reason());
        value("output", e.output());
      }
      case Event.ChildEnded e -> {
        id("child", e.child());
        value("result", e.result());
        if (e.error() != null) {
          failure(e.error());
        }
      }
      default -> message(event);
    }
  }

  private void message(Event.OfStep event) {
    switch (event) {
      case Event.TriggerRegistered e -> {
        text("triggerType", e.triggerType());
        value("config", e.config());
      }
      case Event.TriggerInputReceived e -> {
        text("inputId", e.inputId());
        value("data", e.data());
        text("cursor", e.cursor());
      }
      case Event.TriggerCursorAdvanced e -> {
        text("cursor", e.cursor());
        json.writeNumberProperty("processed", e.processedCount());
      }
      case Event.OutboxEnqueued e -> {
        text("edge", e.edge());
        text("message", e.messageId());
        value("data", e.data());
      }
      case Event.OutboxSent e -> {
        text("edge", e.edge());
        text("message", e.messageId());
      }
      default -> throw new IllegalStateException("no encoding for " + event);
    }
  }

  private void run(Event event) {
    switch (event) {
      case Event.RunClaimed e -> text("node", e.node());
      case Event.RunParked e -> {
        time("wakeAt", e.wakeAt());
        text("waitingFor", e.waitingFor());
      }
      case Event.RunPaused e -> {
        text("reason", e.reason());
        value("detail", e.detail());
      }
      case Event.RunResumed e -> text("decision", e.decision());
      case Event.RunCancelRequested e -> text("reason", e.reason());
      case Event.RunCancelled e -> text("reason", e.reason());
      case Event.RunCompleted e -> {
        value("result", e.result());
        json.writeNumberProperty("ms", e.durationMs());
      }
      case Event.RunFailed e -> {
        failure(e.error());
        text("failedStep", e.step());
        if (e.deadLetter()) {
          json.writeBooleanProperty("deadLetter", true);
        }
      }
      case Event.SignalReceived e -> {
        text("name", e.name());
        value("value", e.value());
        text("id", e.id());
      }
      case Event.ValuePublished e -> {
        text("name", e.name());
        value("value", e.value());
      }
      case Event.VersionChosen e -> {
        text("change", e.change());
        json.writeNumberProperty("version", e.version());
      }
      default -> throw new IllegalStateException("no encoding for " + event);
    }
  }

  private void created(Event.RunCreated e) {
    text("workflow", e.workflow());
    value("input", e.input());
    text("key", e.key());
    json.writeNumberProperty("priority", e.priority());
    json.writeNumberProperty("maxAttempts", e.maxAttempts());
    time("runAt", e.runAt());
    id("parentRun", e.parentRun());
    text("parentStep", e.parentStep());
    id("workflowId", e.workflowId());
    text("orderId", e.orderId());
    text("namespace", e.namespace());
    value("definition", e.definition());
    time("deadline", e.deadline());
    id("origin", e.origin());
    id("retryOf", e.retryOf());
    if (!e.headers().isEmpty()) {
      json.writeObjectPropertyStart("headers");
      for (Map.Entry<String, String> header : e.headers().entrySet()) {
        json.writeStringProperty(header.getKey(), header.getValue());
      }
      json.writeEndObject();
    }
  }

  private void failure(Failure error) {
    json.writeObjectPropertyStart("error");
    json.writeStringProperty("type", error.type());
    json.writeStringProperty("message", error.message());
    text("trace", error.trace());
    json.writeEndObject();
  }

  private void attempt(int attempt) {
    if (attempt != 1) {
      json.writeNumberProperty("attempt", attempt);
    }
  }

  private void text(String name, @Nullable String value) {
    if (value != null) {
      json.writeStringProperty(name, value);
    }
  }

  private void id(String name, @Nullable UUID value) {
    if (value != null) {
      json.writeStringProperty(name, value.toString());
    }
  }

  private void time(String name, @Nullable Instant value) {
    if (value != null) {
      json.writeNumberProperty(name, Micros.of(value));
    }
  }

  private void value(String name, @Nullable Json value) {
    if (value == null) {
      return;
    }
    if (value.text().length() <= inlineCharsMax) {
      json.writeName(name);
      json.writeRawValue(value.text());
      return;
    }
    var payload = new Payload(sha256(value.text()), value.text());
    json.writeStringProperty(name + "@", payload.hash());
    if (payloads.isEmpty()) {
      payloads = new ArrayList<>(1);
    }
    payloads.add(payload);
  }

  private static String sha256(String text) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
