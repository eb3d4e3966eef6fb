package dev.holdfast;

import dev.holdfast.engine.EngineOptions;
import dev.holdfast.engine.WorkerOptions;
import dev.holdfast.engine.Workers;
import dev.holdfast.store.memory.MemoryStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A node with a bounded pool, and a workflow whose step waits at a gate. */
abstract class WorkersBed {

  static final Duration LONG = Duration.ofMinutes(10);

  @TempDir Path folder;

  final CountDownLatch gate = new CountDownLatch(1);
  final List<String> executed = new CopyOnWriteArrayList<>();
  final AtomicInteger atOnce = new AtomicInteger();
  final AtomicInteger mostAtOnce = new AtomicInteger();
  Holdfast holdfast =
      Holdfast.on(new MemoryStore(InstantSource.system()), EngineOptions.defaults());

  @AfterEach
  void close() {
    gate.countDown();
    holdfast.close();
  }

  /** Opens the store with a workflow whose step waits at the gate. */
  Workflow<String, String> open(WorkerOptions workers) {
    holdfast.close();
    var options = EngineOptions.defaults().workers(workers);
    holdfast = Holdfast.open(folder.resolve("test.db").toString(), options);
    var workflow =
        holdfast.workflow(
            "gated.v1", String.class, String.class, (wf, name) -> wf.step("s", () -> pass(name)));
    holdfast.start();
    return workflow;
  }

  String pass(String name) throws InterruptedException {
    mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
    try {
      executed.add(name);
      gate.await();
      return name;
    } finally {
      atOnce.decrementAndGet();
    }
  }

  Workers.Stats stats() {
    return Objects.requireNonNull(holdfast.engine().workers()).stats();
  }

  static WorkerOptions workers(int count, int max, int batch) {
    return new WorkerOptions(
        count,
        1,
        max,
        Duration.ofMillis(50),
        Duration.ofMillis(10),
        Duration.ofMillis(20),
        LONG,
        batch,
        LONG);
  }

  static WorkerOptions one(int batch, Duration stepTimeout, Duration starvedAfter) {
    return new WorkerOptions(1, 1, 1, LONG, LONG, LONG, stepTimeout, batch, starvedAfter);
  }
}
