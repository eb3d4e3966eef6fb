package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.holdfast.Stores;
import dev.holdfast.server.client.ServerClient;
import dev.holdfast.store.Header;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import dev.holdfast.testkit.TestPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Two servers on one PostgreSQL share two thousand jobs. One is frozen until its runs are taken and
 * then goes on, the other is killed. What the jobs do is counted outside of both.
 */
class TwoProcessesIT {

  private static final int JOBS = 2_000;
  private static final int AT_ONCE = 16;

  /** Some jobs meet an endpoint that does not answer the first time. */
  private static final int HANGS_EVERY = 200;

  private final String url = TestPostgres.createDatabase();
  private final CountDownLatch frozen = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private final Map<UUID, Integer> effects = new ConcurrentHashMap<>();
  private final List<String> arrived = new CopyOnWriteArrayList<>();
  private int lostLeases;
  private HttpServer outside;

  @TempDir Path folder;

  @BeforeEach
  void listen() throws IOException {
    outside = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
    outside.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    outside.createContext("/", this::count);
    outside.start();
  }

  @AfterEach
  void stop() {
    frozen.countDown();
    end.countDown();
    outside.stop(0);
  }

  @Test
  void each_attempt_of_each_job_has_its_effect_once_while_servers_freeze_and_die()
      throws Exception {
    var environment = Map.of("HOLDFAST_HTTP_ALLOW_PRIVATE_ADDRESSES", "true");
    List<String> jobs;
    try (var store = Stores.open(url);
        var one = ServerProcess.start(folder, url, 0, environment);
        var two = ServerProcess.start(folder, url, 0, environment)) {
      one.client().post("/workflows", definition("2s"));
      jobs = trigger(List.of(one.client(), two.client()), JOBS / 2);
      var frozen = one.client().get("/health/live").path("node").asString();
      freezeUntilTaken(store, one, frozen);
      jobs.addAll(trigger(List.of(one.client(), two.client()), JOBS / 2));
      two.kill();
      ServerProcess.awaited(
          "the end of every job", () -> ServerProcess.present(open(store, null).isEmpty()));

      for (var job : jobs) {
        check(store, one.run(job));
      }
    }
    assertThat(jobs).hasSize(JOBS).doesNotHaveDuplicates();
    assertThat(effects).hasSize(JOBS);
    assertThat(lostLeases).isPositive();
  }

  @Test
  void the_most_urgent_jobs_go_first_whichever_server_they_were_triggered_on() throws Exception {
    var environment =
        Map.of(
            "HOLDFAST_HTTP_ALLOW_PRIVATE_ADDRESSES",
            "true",
            "HOLDFAST_WORKER_POOL_MAX_WORKERS",
            "1",
            "HOLDFAST_WORKER_POOL_JOB_BATCH_SIZE",
            "1");
    var urgent = IntStream.rangeClosed(31, 35).mapToObj(String::valueOf).toList();
    try (var store = Stores.open(url);
        var one = ServerProcess.start(folder, url, 0, environment);
        var two = ServerProcess.start(folder, url, 0, environment)) {
      one.client().post("/workflows", definition("60s"));
      var servers = List.of(one.client(), two.client());
      // One job at work and one behind it in each server, and the rest in the store.
      for (int job = 1; job <= 24; job++) {
        triggered(servers.get(job % 2), job, 0);
      }
      ServerProcess.awaited("work on both", () -> ServerProcess.present(arrived.size() == 2));
      for (int job = 31; job <= 35; job++) {
        triggered(servers.get(job % 2), job, 4);
      }

      frozen.countDown();

      ServerProcess.awaited(
          "the end of every job", () -> ServerProcess.present(open(store, null).isEmpty()));
    }
    assertThat(arrived).hasSize(24 + 5).doesNotHaveDuplicates();
    // While one server does the last of them, the other may have gone on to the next two.
    assertThat(arrived.subList(0, 4 + 5 + 2)).containsAll(urgent);
  }

  private static String triggered(ServerClient server, int job, int priority) {
    var body = "{\"data\": {\"job\": %d}, \"priority\": %d}".formatted(job, priority);
    return server.post("/api/v1/job/trigger", body).path("execution_id").asString();
  }

  /**
   * One effect for each attempt that the log knows. A server that dies or freezes in an attempt may
   * have begun one that the log does not know, or not sent the request of one that it does.
   */
  private void check(Store store, JsonNode run) {
    var id = UUID.fromString(run.path("id").asString());
    assertThat(run.path("status").asString()).as(run::toString).isEqualTo("completed");
    int attempts = run.at("/steps/0/attempts").size();
    int lost = store.header(id).orElseThrow().state().attempt() - 1;
    lostLeases += lost;
    assertThat(effects.getOrDefault(id, 0))
        .as("lost %d times: %s", lost, run)
        .isBetween(lost == 0 ? attempts : 1, attempts + lost);
  }

  private void freezeUntilTaken(Store store, ServerProcess server, String node) throws Exception {
    ServerProcess.awaited(
        "runs to lose", () -> ServerProcess.present(!open(store, node).isEmpty()));
    server.freeze();
    frozen.countDown();
    try {
      ServerProcess.awaited(
          "the other server to take them",
          () -> ServerProcess.present(open(store, node).isEmpty()));
    } finally {
      server.thaw();
    }
  }

  private static List<String> trigger(List<ServerClient> servers, int count) throws Exception {
    List<Callable<String>> triggers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      var server = servers.get(i % servers.size());
      int job = i;
      triggers.add(() -> triggered(server, job, job % 5));
    }
    try (var pool = Executors.newFixedThreadPool(AT_ONCE)) {
      List<String> ids = new ArrayList<>();
      for (Future<String> accepted : pool.invokeAll(triggers)) {
        ids.add(accepted.get());
      }
      return ids;
    }
  }

  private String definition(String timeout) {
    return """
    {"name": "job", "steps": [{"id": "call", "type": "http", "timeout": "%s",
      "retry": {"max_attempts": 10, "delay": "100ms"},
      "config": {"url": "http://127.0.0.1:%d/${run.id}/${input.job}", "method": "POST"}}]}
    """
        .formatted(timeout, outside.getAddress().getPort());
  }

  private void count(HttpExchange exchange) throws IOException {
    var path = exchange.getRequestURI().getPath().split("/", -1);
    arrived.add(path[2]);
    int seen = effects.merge(UUID.fromString(path[1]), 1, Integer::sum);
    if (seen == 1 && Integer.parseInt(path[2]) % HANGS_EVERY == 0) {
      await(end);
    } else if (frozen.getCount() > 0) {
      // So that there is something to lose.
      await(frozen);
    }
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<Header> open(Store store, @Nullable String node) {
    var statuses =
        node == null ? Set.of(RunStatus.PENDING, RunStatus.LEASED) : Set.of(RunStatus.LEASED);
    return store.find(new RunQuery(statuses, null, null, node, null, 1));
  }
}
