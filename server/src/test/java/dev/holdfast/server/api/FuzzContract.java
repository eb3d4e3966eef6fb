package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Thousands of requests that are made up from the server's own OpenAPI document, valid and broken:
 * none is answered with a fault of ours, and none in a way that the document does not name.
 */
abstract class FuzzContract {

  private static final int REQUESTS = Integer.getInteger("fuzz.requests", 5_000);
  private static final long SEED = Long.getLong("fuzz.seed", 20_261_115L);

  private static final String WORKFLOW =
      """
      {"name": "known", "steps": [
        {"id": "a", "type": "task", "config": {"duration_seconds": 0}},
        {"id": "b", "type": "task", "depends_on": ["a"], "config": {"duration_seconds": 0}}]}
      """;

  private static final String FAILING =
      """
      {"name": "failing", "steps": [
        {"id": "a", "type": "task", "config": {"duration_seconds": 0, "fail_probability": 1}}]}
      """;

  /** Where a new and empty store is. */
  abstract String store();

  @Test
  void noMadeUpRequestIsAnsweredWithAFaultOrInAWayThatIsNotDocumented() throws Exception {
    try (var server = TestServer.on(store())) {
      var requests =
          new AnyRequest(
              server.get("/openapi.json").json(), new SplittableRandom(SEED), known(server));
      Map<Integer, Integer> answers = new TreeMap<>();

      for (int i = 1; i <= REQUESTS; i++) {
        var made = requests.next();
        var answer = server.send(made.method(), made.path(), made.body(), made.type());
        assertThat(answer.status())
            .as("request %d of seed %d: %s, answered %s", i, SEED, made, answer.body())
            .isLessThan(500);
        answers.merge(answer.status(), 1, Integer::sum);
      }

      assertThat(requests.operations()).isGreaterThan(15);
      assertThat(answers.keySet()).contains(200, 201, 202, 400, 404, 405, 415, 422);
      assertThat(server.get("/health/live").status()).isEqualTo(200);
      server.awaitStatus(server.start(server.workflow(WORKFLOW), "{}"), "completed");
    }
  }

  /** An index of PostgreSQL takes only so much, and a retry has a key of its own. */
  @Test
  void keysAreTakenUpToALengthThatEveryStoreTakes() throws Exception {
    try (var server = TestServer.on(store())) {
      var path = "/workflows/" + server.workflow(FAILING) + "/runs";
      var random = new SplittableRandom(SEED);
      for (int characters : new int[] {666, 667, 900}) {
        // Nothing that could be compressed: three bytes each.
        var key =
            random
                .ints(characters, 0x4e00, 0x9fff)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();

        var answer = server.post(path, "{\"key\": \"" + key + "\"}");

        if (characters == 666) {
          assertThat(answer.status()).as(answer.body()).isEqualTo(202);
          server.awaitStatus(answer.text("/id"), "failed");
          var requeued = server.post("/dead-letters/" + answer.text("/id") + "/requeue", "{}");
          assertThat(requeued.status()).as(requeued.body()).isEqualTo(202);
        } else {
          assertThat(answer.status()).isEqualTo(422);
          assertThat(answer.text("/errors/0/pointer")).isEqualTo("/key");
        }
      }
    }
  }

  /** What exists, so that not every request ends in a 404. */
  private static Map<String, List<String>> known(TestServer server) {
    var workflow = server.workflow(WORKFLOW);
    var failing = server.workflow(FAILING);
    var done = server.start(workflow, "{\"key\": \"k\"}");
    var failed = server.start(failing, "{}");
    var later = server.start(workflow, "{\"run_at\": \"2099-01-01T00:00:00Z\"}");
    server.awaitStatus(done, "completed");
    server.awaitStatus(failed, "failed");
    var order = server.post("/orders", "{\"amount\": 5}").text("/id");
    Map<String, List<String>> known = new HashMap<>();
    known.put("workflows", List.of(workflow, failing));
    known.put("runs", List.of(done, failed, later));
    known.put("orders", List.of(order));
    known.put("order_id", List.of(order));
    known.put("step", List.of("a", "b"));
    known.put("workflow", List.of("known", workflow));
    known.put("after", List.of(done, later, "3"));
    known.put("key", List.of("k", "k2"));
    return known;
  }
}
