package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A definition can be checked while it is written. */
class CheckTest {

  @TempDir Path folder;

  @Test
  void aGoodDefinitionIsAnsweredWithItsStepsAndStoredNowhere() throws IOException {
    try (var server = TestServer.on(folder.resolve("check.db").toString())) {
      var answer =
          server.post(
              "/workflows/check",
              """
              {"name": "two", "steps": [{"id": "a", "type": "task"},
                {"id": "b", "type": "task", "depends_on": ["a"], "config": {"max_retries": 2}}]}\
              """);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.at("/valid").asBoolean()).isTrue();
      assertThat(answer.text("/steps/1/depends_on/0")).isEqualTo("a");
      assertThat(answer.at("/steps/1/max_retries").asInt()).isEqualTo(2);
      assertThat(server.get("/workflows").json()).isEmpty();
    }
  }

  @Test
  void everyMistakeIsNamedWithItsPlace() throws IOException {
    try (var server = TestServer.on(folder.resolve("check.db").toString())) {
      var answer =
          server.post(
              "/workflows/check",
              "{\"name\": \"x\", \"steps\": [{\"id\": \"a\", \"depends_on\": [\"nobody\"]}]}");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.at("/valid").asBoolean()).isFalse();
      assertThat(answer.at("/errors").findValuesAsString("pointer"))
          .contains("/steps/0/depends_on/0");
      assertThat(server.post("/workflows/check", "{\"name\": ").status()).isEqualTo(400);
    }
  }
}
