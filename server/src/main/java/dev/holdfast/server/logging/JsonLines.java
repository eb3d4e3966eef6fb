package dev.holdfast.server.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.io.ByteArrayOutputStream;
import java.util.Locale;
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

  private static void write(JsonGenerator json, ILoggingEvent event) {
    json.writeStringProperty("at", event.getInstant().toString());
    json.writeStringProperty("level", event.getLevel().toString().toLowerCase(Locale.ROOT));
    json.writeStringProperty("logger", event.getLoggerName());
    json.writeStringProperty("thread", event.getThreadName());
    event.getMDCPropertyMap().forEach(json::writeStringProperty);
    json.writeStringProperty("message", event.getFormattedMessage());
    var error = event.getThrowableProxy();
    if (error != null) {
      json.writeStringProperty("error", ThrowableProxyUtil.asString(error));
    }
  }
}
