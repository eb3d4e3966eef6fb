package dev.holdfast.testkit;

import dev.holdfast.engine.Clock;
import dev.holdfast.store.Micros;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Time that moves when a test says so. Alarms ring in the thread that advances it, in the order of
 * their times, and each of them sees its own time; so a day passes at once and always alike. May be
 * used from any thread.
 *
 * <pre>{@code
 * var clock = new FakeClock();
 * var holdfast = Holdfast.on(new MemoryStore(clock), world, EngineOptions.defaults());
 * clock.advance(Duration.ofDays(1));
 * }</pre>
 */
public final class FakeClock implements Clock, InstantSource {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** Held while alarms ring, so that two advances never interleave. */
  private final ReentrantLock advancing = new ReentrantLock();

  /** Guards what is below; never held while an alarm rings. */
  private final ReentrantLock lock = new ReentrantLock();

  private final PriorityQueue<Waiting> alarms =
      new PriorityQueue<>(
          Comparator.comparing((Waiting alarm) -> alarm.when)
              .thenComparingLong(alarm -> alarm.number));
  private Instant now;
  private long numbers;

  public FakeClock() {
    this(START);
  }

  public FakeClock(Instant start) {
    this.now = Micros.truncate(start);
  }

  @Override
  public Instant now() {
    lock.lock();
    try {
      return now;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Instant instant() {
    return now();
  }

  /** Rings the task when time has come so far; in a thread of its own when it already has. */
  @Override
  public Alarm at(Instant when, Runnable task) {
    lock.lock();
    try {
      if (when.isAfter(now)) {
        var alarm = new Waiting(when, numbers++, task);
        alarms.add(alarm);
        return () -> cancel(alarm);
      }
    } finally {
      lock.unlock();
    }
    Thread.ofVirtual().name("fake-clock-late-alarm").start(task);
    return () -> {};
  }

  /** Lets so much time pass. */
  public void advance(Duration by) {
    advancing.lock();
    try {
      advanceTo(now().plus(by));
    } finally {
      advancing.unlock();
    }
  }

  /** Lets time pass until the next alarm rings, unless that is too far away; true when one did. */
  public boolean advanceToNextAlarm(Duration atMost) {
    advancing.lock();
    try {
      var next = nextAlarm();
      if (next.isEmpty() || next.get().isAfter(now().plus(atMost))) {
        return false;
      }
      advanceTo(next.get());
      return true;
    } finally {
      advancing.unlock();
    }
  }

  /** When the next alarm will ring. */
  public Optional<Instant> nextAlarm() {
    lock.lock();
    try {
      return Optional.ofNullable(alarms.peek()).map(alarm -> alarm.when);
    } finally {
      lock.unlock();
    }
  }

  private void advanceTo(Instant target) {
    var end = Micros.truncate(target);
    for (var alarm = due(end); alarm != null; alarm = due(end)) {
      alarm.task.run();
    }
  }

  /** Takes the next alarm and moves to its time; moves to the end when there is none before it. */
  private @Nullable Waiting due(Instant end) {
    lock.lock();
    try {
      var next = alarms.peek();
      if (next == null || next.when.isAfter(end)) {
        now = end;
        return null;
      }
      now = next.when.isAfter(now) ? next.when : now;
      return alarms.poll();
    } finally {
      lock.unlock();
    }
  }

  private void cancel(Waiting alarm) {
    lock.lock();
    try {
      alarms.remove(alarm);
    } finally {
      lock.unlock();
    }
  }

  private static final class Waiting {
    final Instant when;
    final long number;
    final Runnable task;

    Waiting(Instant when, long number, Runnable task) {
      this.when = when;
      this.number = number;
      this.task = task;
    }
  }
}
