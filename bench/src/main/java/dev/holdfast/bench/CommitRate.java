package dev.holdfast.bench;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import dev.holdfast.Stores;
import dev.holdfast.store.Append;
import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderChange;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.Outcome;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * What {@code Store.commit} can take, without journal and engine: how many writers are worth it.
 */
@Command(
    name = "commits",
    description = "appends per second that PostgreSQL takes, by writers and size of batch")
final class CommitRate implements Callable<Integer> {

  private static final TimeBasedEpochGenerator IDS = Generators.timeBasedEpochGenerator();
  private static final Instant START = Instant.parse("2026-01-02T03:04:05.000006Z");

  /** About as long as an entry of one step: scheduled, started, completed. */
  private static final String EVENTS =
      "[{\"type\":\"StepCompleted\",\"at\":1767323045000006,\"output\":\""
          + "x".repeat(150)
          + "\"}]";

  @Option(names = "--writers", split = ",", defaultValue = "1,2,3")
  List<Integer> writers = List.of();

  @Option(names = "--batch", split = ",", defaultValue = "1,100,500")
  List<Integer> batches = List.of();

  @Option(names = "--seconds", defaultValue = "4")
  int seconds = 4;

  @Override
  public Integer call() throws Exception {
    try (var target = new PostgresTarget()) {
      System.out.printf(
          "%8s %8s %14s %24s%n", "writers", "batch", "entries/s", "whole runs: appends/s");
      for (int batch : batches) {
        for (int count : writers) {
          System.out.printf(
              "%8d %8d %,14.0f %,24.0f%n",
              count, batch, rate(target, count, batch, false), rate(target, count, batch, true));
        }
      }
    }
    return 0;
  }

  private double rate(Target target, int count, int batch, boolean lives)
      throws InterruptedException, ExecutionException {
    try (var store = Stores.open(target.newStore());
        var pool = Executors.newFixedThreadPool(count)) {
      sum(pool.invokeAll(tasks(store, count, batch, lives, Duration.ofSeconds(1))));
      long begun = System.nanoTime();
      var measured = tasks(store, count, batch, lives, Duration.ofSeconds(seconds));
      long appends = sum(pool.invokeAll(measured));
      return appends / ((System.nanoTime() - begun) / 1e9);
    }
  }

  private static List<Callable<Long>> tasks(
      Store store, int count, int batch, boolean lives, Duration duration) {
    List<Callable<Long>> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tasks.add(() -> write(store, batch, lives, duration));
    }
    return tasks;
  }

  private static long sum(List<Future<Long>> futures)
      throws InterruptedException, ExecutionException {
    long sum = 0;
    for (var future : futures) {
      sum += future.get();
    }
    return sum;
  }

  /** Ten steps of many runs in turn; a life has a beginning and an end with headers, too. */
  private static long write(Store store, int batch, boolean lives, Duration duration) {
    long until = System.nanoTime() + duration.toNanos();
    var end = new HeaderChange.Update(state(RunStatus.SUCCEEDED, null));
    long appends = 0;
    while (System.nanoTime() < until) {
      List<UUID> runs = new ArrayList<>();
      for (int i = 0; i < batch; i++) {
        runs.add(IDS.generate());
      }
      long seq = 1;
      if (lives) {
        appends += commit(store, runs, seq++, CommitRate::insert);
      }
      for (int step = 0; step < 10 && System.nanoTime() < until; step++) {
        appends += commit(store, runs, seq++, run -> null);
      }
      if (lives) {
        appends += commit(store, runs, seq, run -> end);
      }
    }
    return appends;
  }

  private static int commit(
      Store store, List<UUID> runs, long seq, Function<UUID, @Nullable HeaderChange> change) {
    List<Append> appends = new ArrayList<>(runs.size());
    for (var run : runs) {
      appends.add(new Append(run, seq, 1, EVENTS, change.apply(run), List.of()));
    }
    return written(store.commit(appends));
  }

  private static int written(List<Outcome> outcomes) {
    if (outcomes.stream().anyMatch(outcome -> outcome != Outcome.COMMITTED)) {
      throw new IllegalStateException("nobody else writes here, but there was a collision");
    }
    return outcomes.size();
  }

  private static HeaderChange insert(UUID run) {
    return new HeaderChange.Insert(
        new Header(
            run,
            "bench.life.v1",
            "{\"n\":1}",
            null,
            100,
            3,
            null,
            null,
            null,
            null,
            "default",
            START,
            state(RunStatus.LEASED, "node")));
  }

  private static HeaderState state(RunStatus status, @Nullable String node) {
    return new HeaderState(status, START, node, 1, null, null, null, START, null, START);
  }
}
