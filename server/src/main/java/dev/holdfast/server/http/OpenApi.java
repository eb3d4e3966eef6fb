package dev.holdfast.server.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The OpenAPI document, made from the table of routes. The schemas stand in a file of their own;
 * everything else is what the table says, so the two cannot drift apart.
 */
public final class OpenApi {

  public static final String PATH = "/openapi.json";

  private static final List<String> SCHEMAS =
      List.of(
          "/openapi/schemas.json",
          "/openapi/executions.json",
          "/openapi/dead-letters.json",
          "/openapi/system.json");
  private static final Pattern PARAMETER = Pattern.compile("\\{([a-z_]+)\\+?}");

  /** What every route may answer. */
  private static final List<Operation.Answer> ALWAYS =
      List.of(
          problem(400, "The request, or a parameter of it, cannot be understood."),
          problem(401, "A token is needed, and none was sent that we know."),
          problem(403, "The token does not allow it, or a page of another site asks."),
          problem(404, "There is no such thing."),
          problem(405, "The address does not have this method."),
          problem(429, "Too many requests. Try again after a while."),
          problem(421, "The server is not reached under this name."),
          problem(431, "The head of the request is too large."),
          problem(503, "The store does not answer, or the server is stopping. Try again."));

  /** What routes with a body may answer, too. */
  private static final List<Operation.Answer> WITH_BODY =
      List.of(
          problem(408, "The body took too long to arrive."),
          problem(413, "The body is too large."),
          problem(415, "The body is not sent as application/json."));

  private OpenApi() {}

  /** Adds the routes of the documentation, which describe themselves as well. */
  public static void addTo(List<Route> routes) {
    List<Route> all = new ArrayList<>(routes);
    var document = new Document(all);
    all.add(
        new Route(
            Method.GET,
            PATH,
            Scope.READ,
            exchange -> new Reply.Whole(200, List.of(), Reply.JSON, document.bytes()),
            Operation.of("system", "This interface as OpenAPI", "")
                .json(200, "The document.", "Anything")));
    all.add(
        new Route(
            Method.GET,
            "/docs",
            Scope.READ,
            exchange -> new Assets().page("/docs.html"),
            Operation.of("system", "This interface as a page", "")
                .plain(200, "The page.", "text/html; charset=utf-8")));
    routes.clear();
    routes.addAll(all);
  }

  /** Made when it is first asked for: a start should not wait for it. */
  private static final class Document {
    private final List<Route> routes;
    private volatile byte @Nullable [] made;

    Document(List<Route> routes) {
      this.routes = routes;
    }

    byte[] bytes() {
      var known = made;
      if (known == null) {
        known = Json.bytes(of(routes));
        made = known;
      }
      return known;
    }
  }

  /** The document for these routes. */
  public static ObjectNode of(List<Route> routes) {
    var root = Json.object();
    root.put("openapi", "3.1.0");
    root.putObject("info")
        .put("title", "Holdfast")
        .put("version", "1")
        .put(
            "description",
            "Durable workflow execution: definitions, runs, and what people do to them.");
    var paths = root.putObject("paths");
    for (var route : routes) {
      var path = route.path().replace("+}", "}");
      var item = paths.has(path) ? (ObjectNode) paths.get(path) : paths.putObject(path);
      operation(item.putObject(route.method().name().toLowerCase(Locale.ROOT)), route);
    }
    root.putObject("components").set("schemas", schemas());
    return root;
  }

  private static void operation(ObjectNode node, Route route) {
    var says = route.operation();
    node.putArray("tags").add(says.tag());
    node.put("summary", says.summary());
    node.put("description", says.description());
    node.put("operationId", idOf(route));
    node.put("x-scope", route.scope().word());
    parameters(node, route);
    if (says.request() != null) {
      var body = node.putObject("requestBody");
      body.put("required", says.bodyRequired());
      content(body, Reply.JSON, says.request());
    }
    var responses = node.putObject("responses");
    says.answers().forEach(answer -> answer(responses, answer));
    ALWAYS.forEach(answer -> answer(responses, answer));
    if (route.method() != Method.GET) {
      WITH_BODY.forEach(answer -> answer(responses, answer));
    }
  }

  private static void parameters(ObjectNode node, Route route) {
    var parameters = node.putArray("parameters");
    var places = PARAMETER.matcher(route.path());
    while (places.find()) {
      var parameter = parameters.addObject();
      parameter.put("name", places.group(1)).put("in", "path").put("required", true);
      parameter.putObject("schema").put("type", "string");
    }
    for (var query : route.operation().query()) {
      var parameter = parameters.addObject();
      parameter.put("name", query.name()).put("in", "query");
      parameter.put("description", query.description());
      parameter.set("schema", Json.tree(query.schema()));
    }
  }

  private static void answer(ObjectNode responses, Operation.Answer answer) {
    var code = String.valueOf(answer.status());
    if (responses.has(code)) {
      return;
    }
    var node = responses.putObject(code);
    node.put("description", answer.description());
    var schema = answer.schema();
    if (schema != null) {
      content(node, answer.type(), schema);
    } else if (!answer.type().isEmpty()) {
      node.putObject("content").putObject(answer.type()).putObject("schema").put("type", "string");
    }
  }

  private static void content(ObjectNode node, String type, String schema) {
    node.putObject("content")
        .putObject(type)
        .putObject("schema")
        .put("$ref", "#/components/schemas/" + schema);
  }

  private static String idOf(Route route) {
    var words = route.path().replaceAll("[^A-Za-z]+", "_").replaceAll("^_|_$", "");
    return route.method().name().toLowerCase(Locale.ROOT) + "_" + words;
  }

  private static Operation.Answer problem(int status, String says) {
    return new Operation.Answer(status, says, Reply.PROBLEM, "Problem");
  }

  private static ObjectNode schemas() {
    var all = Json.object();
    SCHEMAS.forEach(file -> all.setAll(schemas(file)));
    return all;
  }

  private static ObjectNode schemas(String file) {
    try (var in = OpenApi.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("missing " + file);
      }
      return (ObjectNode) Json.tree(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
