package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.config.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Server-sent events: of one run, and of the list. */
class StreamTest {

  private static final String THREE_STEPS =
      """
      {"name": "three", "steps": [
        {"id": "a", "config": {"duration_seconds": 0.02}},
        {"id": "b", "config": {"duration_seconds": 0.02}, "depends_on": ["a"]},
        {"id": "c", "config": {"duration_seconds": 0.02}, "depends_on": ["b"]}]}\
      """;

  private static final String LONG =
      """
      {"name": "long", "steps": [{"id": "a", "config": {"duration_seconds": 600}}]}\
      """;

  @TempDir Path folder;
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server =
        TestServer.on(folder.resolve("runs.db").toString(), Map.of(Setting.HEARTBEAT, "200ms"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aRunIsFollowedFromItsFirstEventToItsEnd() throws Exception {
    var run = server.start(server.workflow(THREE_STEPS), "{}");
    try (var client = new SseClient(server.uri("/runs/" + run + "/stream"), null)) {
      assertThat(client.type()).isEqualTo("text/event-stream");
      var all = client.rest();

      var seqs = seqs(all);
      assertThat(seqs).isEqualTo(LongStream.rangeClosed(1, seqs.size()).boxed().toList());
      assertThat(seqs).hasSize(server.get("/runs/" + run + "/events").json().size());
      assertThat(all.getLast().event()).isEqualTo("end");
      var summary = all.get(all.size() - 2);
      assertThat(summary.event()).isEqualTo("run");
      assertThat(summary.json().get("phase").asString()).isEqualTo("completed");
    }
  }

  @Test
  void aClientThatComesBackMissesNothing() throws Exception {
    var run = server.start(server.workflow(THREE_STEPS), "{}");
    server.awaitStatus(run, "completed");
    var uri = server.uri("/runs/" + run + "/stream");
    List<SseClient.Message> all;
    try (var client = new SseClient(uri, null)) {
      all = client.rest();
    }
    for (var message : all) {
      if (message.id() != null) {
        long seen = Long.parseLong(message.id());
        try (var client = new SseClient(uri, message.id())) {
          if (seen == seqs(all).size()) {
            assertThat(client.status()).isEqualTo(204);
          } else {
            assertThat(seqs(client.rest()))
                .isEqualTo(LongStream.rangeClosed(seen + 1, seqs(all).size()).boxed().toList());
          }
        }
      }
    }
  }

  @Test
  void anyEventCanBeTheOneToGoOnFrom() throws Exception {
    var run = server.start(server.workflow(THREE_STEPS), "{}");
    server.awaitStatus(run, "completed");
    int count = server.get("/runs/" + run + "/events").json().size();
    for (int after = 0; after < count; after++) {
      var page = server.get("/runs/" + run + "/events?limit=3&after=" + after).json();
      assertThat(page.get(0).get("seq").asInt()).isEqualTo(after + 1);
      assertThat(page.size()).isEqualTo(Math.min(3, count - after));
      var uri = server.uri("/runs/" + run + "/stream?after=" + after);
      try (var client = new SseClient(uri, null)) {
        assertThat(seqs(client.rest()))
            .isEqualTo(LongStream.rangeClosed(after + 1, count).boxed().toList());
      }
    }
  }

  @Test
  void aSilentStreamSaysThatItIsAlive() throws Exception {
    var run = server.start(server.workflow(LONG), "{}");
    try (var client = new SseClient(server.uri("/runs/" + run + "/stream"), null);
        var list = new SseClient(server.uri("/runs/stream"), null)) {
      client.next(":");
      client.next(":");
      list.next(":");
    }
    server.post("/runs/" + run + "/cancel", "");
  }

  @Test
  void theListTellsOfEachRunThatChanges() throws Exception {
    var workflow = server.workflow(THREE_STEPS);
    try (var client = new SseClient(server.uri("/runs/stream"), null)) {
      client.next("reset");
      var run = server.start(workflow, "{}");

      var done =
          client.next(
              m -> m.event().equals("run") && m.json().get("phase").asString().equals("completed"));

      assertThat(done.json().get("id").asString()).isEqualTo(run);
      assertThat(done.json().get("progress").get("done").asInt()).isEqualTo(3);
      assertThat(done.json().get("summary").asString()).startsWith("Completed in ");
    }
  }

  @Test
  void theListGoesOnWhereAClientLeftIt() throws Exception {
    var workflow = server.workflow(THREE_STEPS);
    try (var keepsItOpen = new SseClient(server.uri("/runs/stream"), null)) {
      keepsItOpen.next("reset");
      String last;
      try (var client = new SseClient(server.uri("/runs/stream"), null)) {
        last = client.next("reset").id();
      }
      var run = server.start(workflow, "{}");
      server.awaitStatus(run, "completed");
      keepsItOpen.next(m -> m.event().equals("run") && m.data().contains("\"completed\""));

      try (var client = new SseClient(server.uri("/runs/stream"), last)) {
        assertThat(client.next(m -> !m.event().equals(":")).event()).isEqualTo("resumed");
        assertThat(client.next("run").json().get("id").asString()).isEqualTo(run);
      }
      try (var stranger = new SseClient(server.uri("/runs/stream"), "00000000-7")) {
        stranger.next("reset");
      }
    }
  }

  @Test
  void theOnlyClientIsToldThatItMissedWhatHappenedWhileItWasAway() throws Exception {
    var workflow = server.workflow(THREE_STEPS);
    String last;
    try (var client = new SseClient(server.uri("/runs/stream"), null)) {
      client.next("reset");
      server.start(workflow, "{}");
      last = client.next(m -> m.event().equals("run") && m.data().contains("completed")).id();
    }
    server.awaitAnswer("/metrics", answer -> answer.body().contains("stream_clients 0\n"));
    var missed = server.start(workflow, "{}");
    server.awaitStatus(missed, "completed");

    try (var client = new SseClient(server.uri("/runs/stream"), last)) {
      var first = client.next(m -> !m.event().equals(":"));
      if (first.event().equals("resumed")) {
        client.next(m -> m.event().equals("run") && m.data().contains(missed));
      } else {
        assertThat(first.event()).isEqualTo("reset");
      }
    }
  }

  @Test
  void aServerThatStopsEndsItsStreams() throws Exception {
    var run = server.start(server.workflow(LONG), "{}");
    try (var client = new SseClient(server.uri("/runs/" + run + "/stream"), null);
        var list = new SseClient(server.uri("/runs/stream"), null)) {
      client.next("event");
      list.next("reset");

      server.server().close();

      client.next(SseClient.CLOSED);
      list.next(SseClient.CLOSED);
    }
  }

  private static List<Long> seqs(List<SseClient.Message> messages) {
    return messages.stream()
        .filter(message -> message.event().equals("event"))
        .map(message -> message.json().get("seq").asLong())
        .toList();
  }
}
