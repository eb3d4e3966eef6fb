package dev.holdfast.bench;

import java.net.http.HttpRequest;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The server as its clients feel it: a process of its own, asked over HTTP. */
@Command(
    name = "server",
    mixinStandardHelpOptions = true,
    description = {
      "Starts servers on stores of its own and measures them over HTTP: start-up, starting runs",
      "and executions at a steady rate while 1,000 runs execute, the time until their first step,",
      "how fast a queue drains, and recovery with 10,000 interrupted runs. All that without a",
      "worker pool, for 1,000 runs cannot execute at once on 20 workers; then, with the pool that",
      "a server has by default, triggers while all its workers are busy and how a queue drains."
    },
    optionListHeading = "%nOptions:%n")
final class ServerBench implements Callable<Integer> {

  private static final JsonMapper JSON = new JsonMapper();
  private static final int BUSY_RUNS = 1_000;
  private static final int QUEUED_RUNS = 5_000;
  private static final int AT_ONCE = 32;
  private static final Duration FILL_TIME = Duration.ofSeconds(30);
  private static final int IDLE_SAMPLES = 200;
  private static final int SAMPLE_EVERY = 20;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final String QUICK = task("quick", 0);
  private static final String STUCK = task("stuck", 3_600);

  @Option(
      names = "--store",
      paramLabel = "STORE",
      defaultValue = "both",
      description = "sqlite, postgres or both (default: ${DEFAULT-VALUE})")
  Main.StoreKind store = Main.StoreKind.both;

  @Option(names = "--json", description = "one JSON object per store on standard output, no table")
  boolean json;

  @Option(
      names = "--rate",
      defaultValue = "500",
      description = "requests per second (default: ${DEFAULT-VALUE})")
  int rate = 500;

  @Option(
      names = "--seconds",
      defaultValue = "10",
      description = "how long each rate is kept up (default: ${DEFAULT-VALUE})")
  int seconds = 10;

  @Override
  public Integer call() throws Exception {
    for (var opening : store.targets()) {
      try (var target = opening.get()) {
        var figures = new ServerFigures(target.name());
        try (var server = ServerChild.start(target.newStore(), false)) {
          measure(server, figures);
        }
        recover(target, figures);
        try (var server = ServerChild.start(target.newStore(), true)) {
          measurePool(server, figures);
        }
        System.out.println(json ? figures.json() : figures.table());
      }
    }
    return 0;
  }

  private void measure(ServerChild server, ServerFigures figures) throws InterruptedException {
    figures.put("start_up_s", server.startSeconds());
    var quick = server.workflow(QUICK);
    Supplier<HttpRequest> start = () -> server.post("/workflows/" + quick + "/runs", "{}");
    Supplier<HttpRequest> trigger = () -> server.post("/api/v1/" + quick + "/trigger", "{}");
    say("warming up");
    SteadyRate.measure(server, rate, seconds, start);
    awaitIdle(server);
    say("first step on an idle server");
    List<String> idle = new ArrayList<>();
    for (int i = 0; i < IDLE_SAMPLES; i++) {
      var run = server.accepted(start.get());
      var path = "/runs/" + run.get("id").asString();
      await("the end of a run", () -> server.json(path).get("completed_at").isString());
      idle.add(run.toString());
    }
    figures.put("first_step_idle", firstStep(server, idle, 1));
    say("a queue of %,d runs".formatted(QUEUED_RUNS));
    figures.put("drain_runs_per_s", drain(server, quick));
    say("%d requests/s while %,d runs execute".formatted(rate, BUSY_RUNS));
    busy(server);
    var runs = SteadyRate.measure(server, rate, seconds, start);
    figures.put("start_run", runs.latency());
    var executions = SteadyRate.measure(server, rate, seconds, trigger);
    figures.put("trigger", executions.latency());
    figures.put("refused", runs.refused() + executions.refused());
    figures.put("failed", runs.failed() + executions.failed());
    figures.put("first_step_loaded", firstStep(server, runs.bodies(), SAMPLE_EVERY));
  }

  /** What a pool at its limit costs those who trigger, and those who wait in its queue. */
  private void measurePool(ServerChild server, ServerFigures figures) throws InterruptedException {
    var quick = server.workflow(QUICK);
    Supplier<HttpRequest> trigger = () -> server.post("/api/v1/" + quick + "/trigger", "{}");
    say("with a worker pool: warming up");
    SteadyRate.measure(server, rate, seconds, trigger);
    awaitIdle(server);
    say("with a worker pool: a queue of %,d runs".formatted(QUEUED_RUNS));
    figures.put("pool_drain_runs_per_s", drain(server, quick));
    say("with a worker pool: %d triggers/s while all workers are busy".formatted(rate));
    busy(server);
    var executions = SteadyRate.measure(server, rate, seconds, trigger);
    figures.put("pool_trigger", executions.latency());
    figures.put("pool_refused", executions.refused());
    figures.put("pool_failed", executions.failed());
  }

  /** Runs that go on for longer than the measurement, one step after the other. */
  private static void busy(ServerChild server) throws InterruptedException {
    var steps = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      steps.append(i == 0 ? "" : ",").append(step("s" + i, 1));
    }
    var busy = server.workflow("{\"name\": \"busy\", \"steps\": [" + steps + "]}");
    startAll(server, busy, BUSY_RUNS, "{}");
  }

  private static double drain(ServerChild server, String workflow) throws InterruptedException {
    var due = Instant.now().plus(FILL_TIME);
    var body = "{\"run_at\": \"" + due + "\"}";
    startAll(server, workflow, QUEUED_RUNS, body);
    if (Instant.now().isAfter(due)) {
      throw new IllegalStateException("the queue was due before it was full");
    }
    awaitIdle(server);
    return QUEUED_RUNS / (Duration.between(due, Instant.now()).toMillis() / 1e3);
  }

  private static void startAll(ServerChild server, String workflow, int runs, String body)
      throws InterruptedException {
    var path = "/workflows/" + workflow + "/runs";
    Load.seconds(runs, AT_ONCE, i -> server.accepted(server.post(path, body)));
  }

  /** As the server itself recorded it: from the acceptance of a run to the start of its step. */
  private static Percentiles firstStep(ServerChild server, List<String> bodies, int every) {
    List<Long> nanos = new ArrayList<>();
    for (int i = 0; i < bodies.size(); i += every) {
      var path = "/runs/" + JSON.readTree(bodies.get(i)).get("id").asString();
      await("a first step", () -> started(server.json(path)) != null);
      var run = server.json(path);
      var created = Instant.parse(run.get("created_at").asString());
      nanos.add(Duration.between(created, started(run)).toNanos());
    }
    return Percentiles.of(nanos.stream().mapToLong(Long::longValue).toArray());
  }

  private void recover(Target target, ServerFigures figures) throws Exception {
    var place = target.newStore();
    say("recovery of %,d runs".formatted(Recovery.RUNS));
    String lost;
    try (var server = ServerChild.start(place, false)) {
      lost = server.json("/health/live").get("node").asString();
      var stuck = server.workflow(STUCK);
      startAll(server, stuck, Recovery.RUNS, "{}");
      await("every run begins", () -> held(target, place, lost) == Recovery.RUNS);
      server.kill();
    }
    long begun = System.nanoTime();
    try (var server = ServerChild.start(place, false)) {
      figures.put("recovery_ready_s", server.startSeconds());
      await("every run is claimed again", () -> held(target, place, lost) == 0);
      figures.put("recovery_10k_s", (System.nanoTime() - begun) / 1e9);
    }
  }

  private static long held(Target target, String place, String node) {
    try {
      return target.held(place, node);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitIdle(ServerChild server) {
    await(
        "an empty queue",
        () -> {
          var counts = server.json("/runs/counts");
          return Stream.of("pending", "running", "retrying", "waiting")
              .allMatch(phase -> counts.path(phase).asInt(0) == 0);
        });
  }

  private static void await(String what, BooleanSupplier condition) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > until) {
        throw new IllegalStateException(what + " has not come within " + PATIENCE);
      }
      LockSupport.parkNanos(2_000_000);
    }
  }

  private static @Nullable Instant started(JsonNode run) {
    var at = run.at("/steps/0/started_at");
    return at.isString() ? Instant.parse(at.asString()) : null;
  }

  private static String task(String name, int seconds) {
    return "{\"name\": \"%s\", \"steps\": [%s]}".formatted(name, step("only", seconds));
  }

  private static String step(String id, int seconds) {
    return "{\"id\": \"%s\", \"type\": \"task\", \"config\": {\"duration_seconds\": %d}}"
        .formatted(id, seconds);
  }

  /** Long work shows progress, but not among the results. */
  private static void say(String what) {
    System.err.println("server: " + what + " ...");
  }
}
