package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of routes, the document made from it, and the pages. */
class RouteTableTest {

  @TempDir static Path folder;
  private static TestServer server;

  @BeforeAll
  static void start() throws Exception {
    server = TestServer.on(folder.resolve("runs.db").toString());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void everyRouteIsDocumentedAndAnswersAsDocumented() {
    var paths = server.get("/openapi.json").json().get("paths");
    List<String> walked = new ArrayList<>();
    for (var item : paths.properties()) {
      var path = item.getKey().replaceAll("\\{[a-z_]+}", TestServer.unknownId());
      for (var operation : item.getValue().properties()) {
        var says = operation.getValue();
        assertThat(says.get("summary").asString()).as(item.getKey()).isNotBlank();
        assertThat(says.get("x-scope").asString()).isIn("open", "read", "operate", "admin");
        if (says.get("responses").get("200") != null
            && says.at("/responses/200/content").has("text/event-stream")
            && !path.contains(TestServer.unknownId())) {
          continue; // It would not end.
        }
        var method = operation.getKey().toUpperCase(Locale.ROOT);
        var answer = server.send(method, path, method.equals("POST") ? "{}" : null);
        assertThat(answer.status()).as(method + " " + path).isLessThan(500);
        walked.add(method + " " + item.getKey());
      }
    }
    assertThat(walked).contains("POST /workflows/{id}/runs", "GET /runs/{id}", "GET /docs");
  }

  @Test
  void everySchemaThatIsNamedIsThere() {
    var api = server.get("/openapi.json").json();
    var text = api.toString();
    var names = Pattern.compile("#/components/schemas/(\\w+)").matcher(text);
    while (names.find()) {
      assertThat(api.get("components").get("schemas").has(names.group(1)))
          .as(names.group(1))
          .isTrue();
    }
  }

  @Test
  void onlyHealthAndLinksThatCarryATokenAreOpenToEveryone() {
    var paths = server.get("/openapi.json").json().get("paths");
    List<String> open = new ArrayList<>();
    for (var item : paths.properties()) {
      for (var operation : item.getValue()) {
        if (operation.get("x-scope").asString().equals("open")) {
          open.add(item.getKey());
        }
      }
    }
    assertThat(open).containsOnly("/health/live", "/approvals/{id}/{token}/{step}");
  }

  @Test
  void pagesLoadNothingFromElsewhereAndAreNotSentTwice() throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      for (var path : List.of("/docs.html", "/docs.js", "/docs.css", "/approve.html")) {
        var request = HttpRequest.newBuilder(server.uri(path));
        var first = http.send(request.build(), BodyHandlers.ofString());
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.headers().firstValue("content-security-policy").orElseThrow())
            .contains("default-src 'none'")
            .doesNotContain("unsafe")
            .doesNotContain("http");
        assertThat(first.body()).doesNotContain("https://").doesNotContain("http://");
        assertThat(first.headers().firstValue("content-type").orElseThrow()).startsWith("text/");
        var tag = first.headers().firstValue("etag").orElseThrow();
        var again =
            http.send(request.header("If-None-Match", tag).build(), BodyHandlers.ofString());
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
      }
    }
  }
}
