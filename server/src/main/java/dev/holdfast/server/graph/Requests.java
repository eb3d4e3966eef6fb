package dev.holdfast.server.graph;

import dev.holdfast.LogLevel;
import dev.holdfast.engine.StepAttempt;
import dev.holdfast.log.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The requests of http steps. Every address is looked up and judged before it is used, that of
 * every redirect too. The client looks the name up once more when it connects; until then {@link
 * JudgedHosts} holds it in place, so it connects to what was judged.
 */
final class Requests implements AutoCloseable {

  private static final int REDIRECTS_MAX = 5;
  private static final int EXCERPT_CHARS = 300;
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Set<Integer> WORTH_RETRYING = Set.of(408, 425, 429);
  private static final Set<String> SECRETS = Set.of("authorization", "cookie");

  /** Headers that the client sets itself. */
  private static final Set<String> RESERVED =
      Set.of("connection", "content-length", "expect", "host", "upgrade", "transfer-encoding");

  private final GraphOptions options;
  private final Predicate<InetAddress> allowed;
  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(CONNECT_TIMEOUT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  Requests(GraphOptions options) {
    this(options, options.allowPrivateAddresses() ? any -> true : Addresses::isPublic);
  }

  /** For a test that has no address outside its machine. */
  Requests(GraphOptions options, Predicate<InetAddress> allowed) {
    this.options = options;
    this.allowed = allowed;
  }

  @Override
  public void close() {
    client.shutdownNow();
  }

  /** A request, as far as a redirect can change it. */
  private record Call(URI uri, String method, @Nullable String body, Map<String, String> headers) {}

  /**
   * Sends the request that the settings describe.
   *
   * @param attempt whose key and number are sent along, and in whose log it is written down
   */
  Json send(JsonNode config, StepAttempt attempt) throws StepError, InterruptedException {
    var call = call(config, attempt.stepKey().toString(), attempt.attempt());
    for (int redirects = 0; ; redirects++) {
      long sent = System.nanoTime();
      var response = exchange(call, judged(call.uri()));
      attempt.lines().accept(level(response.statusCode()), said(call, response.statusCode(), sent));
      var location = response.headers().firstValue("location");
      if (!isRedirect(response.statusCode()) || location.isEmpty()) {
        return result(response);
      }
      discard(response);
      if (redirects == REDIRECTS_MAX) {
        throw new StepError("was redirected more than %d times".formatted(REDIRECTS_MAX), false);
      }
      call = redirected(call, response.statusCode(), location.get());
    }
  }

  private static Call call(JsonNode config, String key, int attempt) throws StepError {
    var body = config.get("body");
    boolean sends = body != null && !body.isNull();
    var method = config.path("method").asString(sends ? "POST" : "GET");
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("idempotency-key", key);
    headers.put("holdfast-attempt", String.valueOf(attempt));
    headers.put("user-agent", "holdfast");
    headers.put("accept", "application/json, */*;q=0.5");
    if (sends) {
      headers.put("content-type", body.isString() ? "text/plain" : "application/json");
    }
    for (var header : config.path("headers").properties()) {
      var name = header.getKey().toLowerCase(Locale.ROOT);
      if (RESERVED.contains(name)) {
        throw new StepError("the header '%s' cannot be set".formatted(name), false);
      }
      headers.put(name, header.getValue().asString(""));
    }
    var text = !sends ? null : body.isString() ? body.stringValue() : body.toString();
    return new Call(uri(config.path("url").asString("")), method, text, headers);
  }

  /** Without the query, in which others keep their secrets. */
  private static String said(Call call, int status, long sent) {
    var uri = call.uri();
    return "%s %s://%s%s answered %d after %d ms"
        .formatted(
            call.method(),
            uri.getScheme(),
            uri.getAuthority(),
            uri.getRawPath(),
            status,
            (System.nanoTime() - sent) / 1_000_000);
  }

  private static LogLevel level(int status) {
    return status < 400 ? LogLevel.INFO : LogLevel.WARN;
  }

  private static URI uri(String url) throws StepError {
    try {
      return URI.create(url);
    } catch (IllegalArgumentException e) {
      throw new StepError("is no URL: " + shortened(url), false);
    }
  }

  private JudgedHosts.Hold judged(URI uri) throws StepError {
    var scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    var host = uri.getHost();
    if (!(scheme.equals("http") || scheme.equals("https")) || host == null) {
      throw new StepError("is no http or https URL: " + shortened(uri.toString()), false);
    }
    if (uri.getRawUserInfo() != null) {
      throw new StepError("has a name or password in its URL: use a header instead", false);
    }
    List<InetAddress> found;
    try {
      found = JudgedHosts.lookUp(host);
    } catch (UnknownHostException e) {
      throw new StepError("there is no host " + host, true);
    }
    for (var address : found) {
      if (!allowed.test(address)) {
        throw new StepError(
            "%s is a private address (%s); [http] allow_private_addresses = true allows it"
                .formatted(host, address.getHostAddress()),
            false);
      }
    }
    return JudgedHosts.hold(host, found);
  }

  /** The connection is made by the time this returns; the body may follow. */
  private HttpResponse<InputStream> exchange(Call call, JudgedHosts.Hold host)
      throws StepError, InterruptedException {
    try (host) {
      var body = call.body();
      var request =
          HttpRequest.newBuilder(call.uri())
              .method(
                  call.method(),
                  body == null
                      ? HttpRequest.BodyPublishers.noBody()
                      : HttpRequest.BodyPublishers.ofString(body));
      call.headers().forEach(request::header);
      return client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    } catch (IllegalArgumentException e) {
      throw new StepError("cannot be sent: " + e.getMessage(), false);
    } catch (IOException e) {
      throw unanswered(call.uri(), e);
    }
  }

  private static StepError unanswered(URI uri, IOException e) {
    var why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new StepError("no answer from %s: %s".formatted(uri.getHost(), why), true);
  }

  private static Call redirected(Call call, int status, String location) throws StepError {
    URI target;
    try {
      target = call.uri().resolve(location);
    } catch (IllegalArgumentException e) {
      throw new StepError("was redirected to no URL: " + shortened(location), false);
    }
    boolean same =
        String.valueOf(target.getScheme()).equals(call.uri().getScheme())
            && String.valueOf(target.getHost()).equalsIgnoreCase(call.uri().getHost())
            && target.getPort() == call.uri().getPort();
    Map<String, String> headers = new LinkedHashMap<>(call.headers());
    if (!same) {
      headers.keySet().removeAll(SECRETS);
    }
    boolean keeps = status == 307 || status == 308 || call.method().equals("HEAD");
    if (keeps || call.method().equals("GET")) {
      return new Call(target, call.method(), call.body(), headers);
    }
    headers.remove("content-type");
    return new Call(target, "GET", null, headers);
  }

  private Json result(HttpResponse<InputStream> response) throws StepError {
    var text = read(response);
    int status = response.statusCode();
    if (status < 200 || status > 299) {
      boolean retryable = status >= 500 || WORTH_RETRYING.contains(status);
      throw new StepError(
          "%s answered %d: %s".formatted(response.uri().getHost(), status, excerpt(text)),
          retryable);
    }
    Map<String, @Nullable Object> output = new LinkedHashMap<>();
    output.put("status", status);
    Map<String, Object> headers = new LinkedHashMap<>();
    response.headers().map().forEach((name, values) -> headers.put(name, values.getFirst()));
    output.put("headers", headers);
    output.put("body", body(response, text));
    return Values.json(output);
  }

  private String read(HttpResponse<InputStream> response) throws StepError {
    try (var in = response.body()) {
      var bytes = in.readNBytes(options.responseBytesMax() + 1);
      if (bytes.length > options.responseBytesMax()) {
        throw new StepError(
            "%s answered with more than %d bytes"
                .formatted(response.uri().getHost(), options.responseBytesMax()),
            false);
      }
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw unanswered(response.uri(), e);
    }
  }

  private static @Nullable Object body(HttpResponse<?> response, String text) throws StepError {
    var type = response.headers().firstValue("content-type").orElse("").toLowerCase(Locale.ROOT);
    if (text.isEmpty() || !(type.contains("/json") || type.contains("+json"))) {
      return text;
    }
    try {
      return Values.plain(new Json(text));
    } catch (JacksonException e) {
      throw new StepError("answered with JSON that cannot be read: " + excerpt(text), true);
    }
  }

  private static void discard(HttpResponse<InputStream> response) throws StepError {
    try {
      response.body().close();
    } catch (IOException e) {
      throw unanswered(response.uri(), e);
    }
  }

  private static boolean isRedirect(int status) {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
  }

  private static String excerpt(String text) {
    var line = text.replaceAll("\\s+", " ").strip();
    return line.length() <= EXCERPT_CHARS ? line : line.substring(0, EXCERPT_CHARS) + "…";
  }

  private static String shortened(String text) {
    return text.length() <= 100 ? text : text.substring(0, 100) + "…";
  }
}
