package dev.holdfast.server.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A JSON object per line: {@code at level logger thread message}, what the thread is in, errors.
 */
final class JsonLines extends EncoderBase<ILoggingEvent> {

  private static final JsonFactory JSON = new JsonFactory();
  private static final byte[] NOTHING = {};

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    var bytes = new ByteArrayOutputStream(256);
    try (var json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
      json.writeStartObject();
      write(json, event);
      json.writeEndObject();
    }
    bytes.write('\n');
    return bytes.toByteArray();
  }

  /** What the line says it is about, or else what its thread is in. */
  private static Map<String, String> names(ILoggingEvent event) {
    var pairs = event.getKeyValuePairs();
    if (pairs == null) {
      return event.getMDCPropertyMap();
    }
    Map<String, String> names = new LinkedHashMap<>(event.getMDCPropertyMap());
    pairs.forEach(pair -> names.put(pair.key, String.valueOf(pair.value)));
    return names;
  }

  private static void write(JsonGenerator json, ILoggingEvent event) {
    json.writeStringProperty("at", event.getInstant().toString());
    json.writeStringProperty("level", event.getLevel().toString().toLowerCase(Locale.ROOT));
    json.writeStringProperty("logger", event.getLoggerName());
    json.writeStringProperty("thread", event.getThreadName());
    names(event).forEach(json::writeStringProperty);
    json.writeStringProperty("message", event.getFormattedMessage());
    var error = event.getThrowableProxy();
    if (error != null) {
      json.writeStringProperty("error", ThrowableProxyUtil.asString(error));
    }
  }
}
