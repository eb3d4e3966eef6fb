package dev.holdfast.server.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One request, as handlers see it. */
public final class Exchange {

  private final Request request;
  private final Map<String, String> path;
  private final Body body;
  private @Nullable Fields query;
  private @Nullable String text;

  Exchange(Request request, Map<String, String> path, Body body) {
    this.request = request;
    this.path = path;
    this.body = body;
  }

  /** What stands in the place of {@code {name}} in the route's path, decoded. */
  public String path(String name) {
    var value = path.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the route has no {" + name + "}");
    }
    return value;
  }

  /** A parameter of the query; a name given twice is refused. */
  public Optional<String> query(String name) {
    var values = fields().getValues(name);
    if (values == null || values.isEmpty()) {
      return Optional.empty();
    }
    if (values.size() > 1) {
      throw badQuery(
          name, "'%s' is given %d times".formatted(name, values.size()), "Give it once.");
    }
    return Optional.of(values.getFirst());
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(request.getHeaders().get(name));
  }

  /** Path and query as they were sent, for links to the next page. */
  public String pathOnly() {
    return request.getHttpURI().getPath();
  }

  /** The query without these parameters, as it was sent; empty when nothing is left. */
  public String queryWithout(String name) {
    var raw = request.getHttpURI().getQuery();
    if (raw == null || raw.isEmpty()) {
      return "";
    }
    return List.of(raw.split("&")).stream()
        .filter(pair -> !pair.isEmpty() && !pair.equals(name) && !pair.startsWith(name + "="))
        .reduce((a, b) -> a + "&" + b)
        .orElse("");
  }

  /** All headers in the order sent, names in lower case. */
  public List<Map.Entry<String, String>> headers() {
    return request.getHeaders().stream()
        .map(field -> Map.entry(field.getLowerCaseName(), String.valueOf(field.getValue())))
        .toList();
  }

  /** The body as text; empty when there is none. */
  public String text() throws InterruptedException {
    if (text == null) {
      var bytes = body.read(request);
      if (bytes.length > 0) {
        refuseOtherTypes();
      }
      text = decode(bytes);
    }
    return text;
  }

  /** The body as JSON; empty when there is none. */
  public Optional<JsonNode> json() throws InterruptedException {
    var sent = text();
    return sent.isEmpty() ? Optional.empty() : Optional.of(Json.parse(sent));
  }

  public static HttpProblem badQuery(String name, String message, String fix) {
    return HttpProblem.of(400, "bad_parameter", "The parameter '" + name + "' is not right.")
        .errors(List.of(new Mistake(name, message, fix)));
  }

  private Fields fields() {
    if (query == null) {
      try {
        query = Request.extractQueryParameters(request, StandardCharsets.UTF_8);
      } catch (RuntimeException e) {
        throw HttpProblem.of(400, "bad_parameter", "The query of the address cannot be decoded.");
      }
    }
    return query;
  }

  /** JSON and nothing else: a form of another site can send text, but cannot send this type. */
  private void refuseOtherTypes() {
    var type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
    var parts = type == null ? new String[] {""} : type.toLowerCase(Locale.ROOT).split(";");
    var name = parts[0].strip();
    boolean json = name.equals("application/json") || name.endsWith("+json");
    boolean utf8 = true;
    for (int i = 1; i < parts.length; i++) {
      var part = parts[i].strip().replace("\"", "");
      utf8 &= !part.startsWith("charset=") || part.equals("charset=utf-8");
    }
    if (!json || !utf8) {
      throw HttpProblem.of(
          415, "not_json", "Send the body as application/json in UTF-8, with that Content-Type.");
    }
  }

  private static String decode(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw HttpProblem.of(400, "not_utf8", "The body is not valid UTF-8.");
    }
  }
}
