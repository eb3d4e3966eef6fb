package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is wrong with a request: a clear 4xx, nothing stored, and the server unharmed. */
class BadInputTest {

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

  @AfterEach
  void nothingWasStoredAndTheServerIsUnharmed() {
    assertThat(server.get("/workflows").json()).isEmpty();
    assertThat(server.get("/runs").json()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[",
        "nul",
        "{\"name\": \"a\"",
        "{\"name\": 'a'}",
        "{} {}",
        "{\"name\": \"a\", \"name\": \"b\", \"steps\": [{\"id\": \"s\"}]}",
        "{\"name\": \"a\", \"steps\": [1e99999999999999]}",
        "\u0000",
        "{\"name\": \"\\ud800\", \"steps\": [{\"id\": \"s\"}]}",
        "// comment\n{}"
      })
  void whatIsNotJsonIsRefused(String body) {
    var answer = server.post("/workflows", body);

    assertThat(answer.status()).isIn(400, 422);
    assertThat(answer.text("/detail")).isNotBlank();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "true",
        "1",
        "\"text\"",
        "[]",
        "{}",
        "{\"name\": 1, \"steps\": []}",
        "{\"name\": \"\", \"steps\": [{\"id\": \"s\"}]}",
        "{\"name\": \"a\", \"steps\": {}}",
        "{\"name\": \"a\", \"steps\": []}",
        "{\"name\": \"a\", \"steps\": [1]}",
        "{\"name\": \"a\", \"steps\": [{}]}",
        "{\"name\": \"a\", \"steps\": [{\"id\": 1}]}",
        "{\"name\": \"a\", \"steps\": [{\"id\": \"s\", \"depends_on\": \"t\"}]}",
        "{\"name\": \"a\", \"steps\": [{\"id\": \"s\", \"depends_on\": [\"t\"]}]}",
        "{\"name\": \"a\", \"steps\": [{\"id\": \"s\", \"depends_on\": [\"s\"]}]}",
        "{\"name\": \"a\", \"steps\": [{\"id\": \"s\"}, {\"id\": \"s\"}]}",
        "{\"name\": \"a\", \"steps\": [{\"id\": \"s\", \"config\": []}]}",
        "{\"name\": \"a\", \"steps\": [{\"id\": \"s\", \"config\": {\"fail_probability\": 2}}]}",
        "{\"name\": \"a\", \"steps\": [{\"id\": \"s\", \"config\": {\"max_retries\": \"two\"}}]}",
        "{\"name\": \"a\", \"steps\": [{\"id\": \"s\", \"config\": {\"duration_seconds\": -1}}]}",
        "{\"name\": \"a\", \"steps\": [{\"id\": \"\\u0000\"}]}"
      })
  void aDefinitionOfWrongTypesIsRefusedWithThePlace(String body) {
    var answer = server.post("/workflows", body);

    assertThat(answer.status()).as(body).isEqualTo(422);
    assertThat(answer.at("/errors")).isNotEmpty();
    assertThat(answer.at("/errors"))
        .allSatisfy(
            error -> {
              assertThat(error.get("pointer").asString()).matches("(/.*)?");
              assertThat(error.get("message").asString()).isNotBlank();
              assertThat(error.get("fix").asString()).isNotBlank();
            });
  }

  @Test
  void allMistakesAreReportedAtOnceAndACycleIsNamed() {
    var answer =
        server.post(
            "/workflows",
            """
            {"name": "a", "steps": [
              {"id": "x", "depends_on": ["y"]}, {"id": "y", "depends_on": ["x"]},
              {"id": "z", "depends_on": ["nobody"], "config": {"fail_probability": 7}}]}\
            """);

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.at("/errors").size()).as(answer.body()).isGreaterThanOrEqualTo(3);
    assertThat(answer.body()).contains("x -> y -> x").contains("nobody");
    assertThat(answer.at("/errors").valueStream().map(e -> e.get("pointer").asString()))
        .contains("/steps/2/depends_on/0", "/steps/2/config/fail_probability");
  }

  @Test
  void aBodyOfTwoMegabytesIsRefused() {
    var padding = " ".repeat(2 * 1024 * 1024);

    assertThat(server.post("/workflows", "{}" + padding).status()).isEqualTo(413);
  }

  @Test
  void aGraphOfTenThousandStepsIsRefused() {
    var steps =
        IntStream.range(0, 10_000)
            .mapToObj("{\"id\": \"s%d\"}"::formatted)
            .collect(Collectors.joining(","));

    var answer = server.post("/workflows", "{\"name\": \"a\", \"steps\": [" + steps + "]}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.text("/errors/0/pointer")).isEqualTo("/steps");
  }

  @Test
  void aThousandLevelsAreRefusedEverywhere() {
    var deep = "[".repeat(1_000) + "]".repeat(1_000);
    var inDefinition =
        "{\"name\": \"a\", \"steps\": [{\"id\": \"s\", \"config\": {\"x\": " + deep + "}}]}";

    assertThat(server.post("/workflows", inDefinition).status()).isEqualTo(400);
    assertThat(server.post("/orders", "{\"amount\": " + deep + "}").status()).isEqualTo(400);
  }

  @Test
  void unknownIdsAreNotFoundWhateverTheyLookLike() {
    var ids =
        List.of(
            TestServer.unknownId(),
            "1",
            "null",
            "%22",
            "%27%3B--",
            "a%20b",
            "%F0%9F%98%80",
            "0-0-0-0-0",
            "x".repeat(2_000));
    for (var id : ids) {
      for (var path :
          List.of(
              "/workflows/%s",
              "/runs/%s",
              "/runs/%s/events",
              "/runs/%s/state",
              "/runs/%s/stream",
              "/runs/%s/definition",
              "/runs/%s/steps/a",
              "/orders/%s",
              "/payloads/%s")) {
        assertThat(server.get(path.formatted(id)).status()).as(path + " " + id).isEqualTo(404);
      }
      for (var action : List.of("cancel", "retry", "signal", "resume")) {
        assertThat(server.post("/runs/" + id + "/" + action, "{}").status()).isEqualTo(404);
      }
      assertThat(server.post("/workflows/" + id + "/runs", "{}").status()).isEqualTo(404);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"DELETE", "PUT", "PATCH", "OPTIONS", "TRACE"})
  void otherMethodsAreRefused(String method) {
    for (var path : List.of("/workflows", "/runs", "/orders", "/runs/" + TestServer.unknownId())) {
      var answer = server.send(method, path, null);

      assertThat(answer.status()).isEqualTo(405);
      assertThat(answer.headers().get("allow")).isNotBlank();
    }
  }

  @Test
  void otherContentTypesAreRefused() {
    for (var type : List.of("text/plain", "application/xml", "multipart/form-data")) {
      assertThat(server.send("POST", "/workflows", "{}", type).status()).isEqualTo(415);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "limit=0",
        "limit=1001",
        "limit=-1",
        "limit=x",
        "limit=1&limit=2",
        "limit=99999999999999999999",
        "after=x",
        "status=done",
        "phase=skipped",
        "parent=1",
        "since=yesterday",
        "q=%ff"
      })
  void wrongParametersAreNamed(String query) {
    var answer = server.get("/runs?" + query);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text("/detail")).isNotBlank();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "{\"amount\": \"1\"}",
        "{\"amount\": null}",
        "{\"amount\": true}",
        "{\"amount\": 1e400}",
        "{\"amount\": 1e999999999}",
        "{\"amount\": 0.12345678901234567890123}",
        "{\"amount\": 1, \"more\": 1}"
      })
  void wrongOrdersAreRefused(String body) {
    assertThat(server.post("/orders", body).status()).isIn(400, 422);
  }

  @Test
  void aBulkActionWithoutAFilterIsRefused() {
    assertThat(server.post("/runs/bulk", "{\"action\": \"cancel\"}").status()).isEqualTo(422);
    assertThat(server.post("/runs/bulk?q=a", "{\"action\": \"explode\"}").status()).isEqualTo(422);
    assertThat(server.post("/runs/bulk?q=a", "{\"action\": 1}").status()).isEqualTo(422);
  }
}
