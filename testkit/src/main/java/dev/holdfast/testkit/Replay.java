package dev.holdfast.testkit;

import dev.holdfast.Holdfast;
import dev.holdfast.engine.Engine;
import dev.holdfast.engine.EngineOptions;
import dev.holdfast.engine.Rehearsal;
import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.RunState;
import dev.holdfast.store.memory.MemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Replays an exported history ({@code holdfast runs export ID}) against the code as it is now, and
 * fails if that code would pause the run. Executes no step.
 *
 * <pre>{@code
 * Replay.of(Path.of("histories/pay-4711.jsonl"))
 *     .against(holdfast -> Checkout.register(holdfast, bank));
 * }</pre>
 */
public final class Replay {

  private final List<Event> history;

  private Replay(List<Event> history) {
    this.history = history;
  }

  /** A file as {@code holdfast runs export} prints it: one event per line. */
  public static Replay of(Path exported) {
    try {
      return of(Files.readString(exported));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Replay of(String exported) {
    var lines = exported.lines().filter(line -> !line.isBlank()).toList();
    return new Replay(EventCodec.decode("[" + String.join(",", lines) + "]", hash -> "null"));
  }

  /**
   * Registers the workflow and lets it replay the history; throws if it no longer asks for a step
   * that is recorded, or a stored value no longer fits.
   */
  public Rehearsal against(Consumer<Holdfast> register) {
    var clock = new FakeClock();
    var random = new SplittableRandom(1);
    var world = new Engine.World(clock, () -> new UUID(random.nextLong(), 1), random.split());
    try (var holdfast = Holdfast.on(new MemoryStore(clock), world, EngineOptions.defaults())) {
      register.accept(holdfast);
      var rehearsal = holdfast.engine().rehearse(RunState.fold(new UUID(0, 1), history));
      check(rehearsal);
      return rehearsal;
    }
  }

  private void check(Rehearsal rehearsal) {
    var unfit = rehearsal.failure();
    if (unfit != null && unfit.message().contains("no longer fits")) {
      throw new AssertionError(unfit.message());
    }
    if (!rehearsal.missing().isEmpty()) {
      var next = rehearsal.next();
      throw new AssertionError(
          "the code no longer asks for what is recorded:\n  recorded: %s\n  the code: %s"
              .formatted(
                  String.join(", ", rehearsal.missing()),
                  next == null ? "comes to its end without it" : "asks for " + next));
    }
    var last = history.getLast();
    boolean other =
        last instanceof Event.RunCompleted completed
            && rehearsal.result() != null
            && !completed.result().equals(rehearsal.result());
    if (other) {
      throw new AssertionError("the code returns another result: " + rehearsal.result());
    }
  }
}
