package dev.holdfast.server.traces;

import dev.holdfast.store.Micros;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Spans as OTLP has them in JSON. */
final class Otlp {

  private static final JsonMapper JSON = new JsonMapper();
  private static final int INTERNAL = 1;
  private static final int ERROR = 2;

  private Otlp() {}

  /** The body of a request to a collector. */
  static String body(String service, String node, List<Span> spans) {
    var root = JSON.createObjectNode();
    var resource = root.putArray("resourceSpans").addObject();
    var about = resource.putObject("resource").putArray("attributes");
    attribute(about, "service.name", service);
    attribute(about, "service.instance.id", node);
    var scope = resource.putArray("scopeSpans").addObject();
    scope.putObject("scope").put("name", "dev.holdfast");
    var list = scope.putArray("spans");
    spans.forEach(span -> write(list.addObject(), span));
    return root.toString();
  }

  private static void write(ObjectNode node, Span span) {
    node.put("traceId", span.trace());
    node.put("spanId", span.id());
    if (span.parent() != null) {
      node.put("parentSpanId", span.parent());
    }
    node.put("name", span.name());
    node.put("kind", INTERNAL);
    node.put("startTimeUnixNano", Micros.of(span.start()) + "000");
    node.put("endTimeUnixNano", Micros.of(span.end()) + "000");
    var attributes = node.putArray("attributes");
    span.attributes().forEach((key, value) -> attribute(attributes, key, value));
    if (span.error() != null) {
      node.putObject("status").put("code", ERROR).put("message", span.error());
    }
    var link = span.link();
    if (link != null) {
      node.putArray("links").addObject().put("traceId", link.trace()).put("spanId", link.span());
    }
  }

  private static void attribute(ArrayNode attributes, String key, String value) {
    attributes.addObject().put("key", key).putObject("value").put("stringValue", value);
  }
}
