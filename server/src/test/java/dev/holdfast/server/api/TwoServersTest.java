package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two servers share a PostgreSQL: each shows what the other does. */
class TwoServersTest {

  private static final String THREE_STEPS =
      """
      {"name": "three", "steps": [
        {"id": "a", "config": {"duration_seconds": 0.2}},
        {"id": "b", "config": {"duration_seconds": 0.2}, "depends_on": ["a"]},
        {"id": "c", "config": {"duration_seconds": 0.2}, "depends_on": ["b"]}]}\
      """;

  private static EmbeddedPostgres postgres;
  private static TestServer one;
  private static TestServer other;

  @BeforeAll
  static void start() throws IOException {
    postgres =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .start();
    one = TestServer.on(postgres.getJdbcUrl("postgres", "postgres"));
    other = TestServer.on(postgres.getJdbcUrl("postgres", "postgres"));
  }

  @AfterAll
  static void stop() throws IOException {
    one.close();
    other.close();
    postgres.close();
  }

  @Test
  void aRunIsFollowedOnTheServerThatDoesNotAdvanceIt() throws Exception {
    var workflow = one.workflow(THREE_STEPS);
    var run = one.start(workflow, "{}");
    try (var client = new SseClient(other.uri("/runs/" + run + "/stream"), null)) {
      var all = client.rest();

      var events = all.stream().filter(m -> m.event().equals("event")).toList();
      assertThat(events).hasSize(one.get("/runs/" + run + "/events").json().size());
      assertThat(all.getLast().event()).isEqualTo("end");
    }
    assertThat(other.get("/runs/" + run).json()).isEqualTo(one.get("/runs/" + run).json());
  }

  @Test
  void theListOfOneServerTellsOfTheRunsOfTheOther() throws Exception {
    var workflow = one.workflow(THREE_STEPS);
    try (var client = new SseClient(other.uri("/runs/stream"), null)) {
      client.next("reset");
      var run = one.start(workflow, "{\"key\": \"theirs\"}");

      var done =
          client.next(
              m ->
                  m.event().equals("run")
                      && m.json().get("id").asString().equals(run)
                      && m.json().get("phase").asString().equals("completed"));

      assertThat(done.json().get("key").asString()).isEqualTo("theirs");
    }
  }

  @Test
  void bothSayTheSameOfTheSystemAndEachKnowsWhichNodeItIs() {
    var workflow = one.workflow(THREE_STEPS.replace("0.2", "0"));
    one.awaitStatus(one.start(workflow, "{}"), "completed");
    for (var server : List.of(one, other)) {
      // Counted every few seconds.
      var system =
          server.awaitAt("/system", s -> s.at("/summary").asString().contains("2 nodes hold "));

      assertThat(system.at("/store/kind").asString()).isEqualTo("postgres");
      assertThat(system.at("/disk/total_bytes").asLong()).isPositive();
      assertThat(system.at("/disk/free_bytes").isNull()).isTrue();
      var here = server.server().holdfast().engine().node();
      for (var node : system.get("nodes")) {
        assertThat(node.get("live").asBoolean()).isTrue();
        assertThat(node.get("here").asBoolean()).isEqualTo(node.get("id").asString().equals(here));
      }
      assertThat(server.get("/metrics").body()).contains("holdfast_nodes_live 2");
    }
  }

  @Test
  void whatIsAskedOfOneServerIsDoneByTheOther() {
    var slow =
        other.workflow(
            "{\"name\": \"slow\", \"steps\": [{\"id\": \"a\", \"config\":"
                + " {\"duration_seconds\": 600}}]}");
    var run = one.start(slow, "{}");

    assertThat(other.post("/runs/" + run + "/cancel", "").status()).isEqualTo(202);

    one.awaitStatus(run, "cancelled");
    assertThat(other.get("/nodes").json().valueStream().filter(n -> n.get("live").asBoolean()))
        .hasSize(2);
    assertThat(other.get("/runs/counts?workflow=slow").at("/cancelled").asInt()).isEqualTo(1);
  }
}
