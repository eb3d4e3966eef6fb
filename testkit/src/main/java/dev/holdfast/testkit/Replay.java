package dev.holdfast.testkit;

import dev.holdfast.Holdfast;
import dev.holdfast.engine.Engine;
import dev.holdfast.engine.EngineOptions;
import dev.holdfast.engine.Rehearsal;
import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.Json;
import dev.holdfast.log.RunState;
import dev.holdfast.store.memory.MemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
   * The same history, as if this step had been there and had returned this. For steps that the code
   * has been given since: a run in flight would execute them, a replay executes nothing.
   *
   * @param step its name, as the failed replay gave it
   * @param json what it returns, as {@code holdfast runs export} would print it
   */
  public Replay assuming(String step, String json) {
    var at = history.getLast().at();
    List<Event> more = new ArrayList<>(history);
    int end = fold().header().state().status().terminal() ? history.size() - 1 : history.size();
    more.add(end, new Event.StepScheduled(at, step, "step", 1, null));
    more.add(end + 1, new Event.StepCompleted(at, step, 1, new Json(json), 0));
    return new Replay(List.copyOf(more));
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
      var rehearsal = holdfast.engine().rehearse(fold());
      check(rehearsal);
      return rehearsal;
    }
  }

  private RunState fold() {
    return RunState.fold(new UUID(0, 1), history);
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
                  next == null
                      ? "comes to its end without it"
                      : "asks for %1$s; if that is new: assuming(\"%1$s\", \"...\")"
                          .formatted(next)));
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
