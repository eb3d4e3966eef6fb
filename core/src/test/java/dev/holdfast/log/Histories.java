package dev.holdfast.log;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/**
 * Random logs as a run could really have them: claims and lost leases, steps, retries, parking,
 * signals, cancellation, triggers, messages and an end, in any order that is allowed. Made from a
 * list of numbers, each of which picks one of the things that may happen next; fewer or smaller
 * numbers are a simpler log.
 */
final class Histories {

  static final UUID RUN = new UUID(0x0190_0000_0000_7000L, 0x8000_0000_0000_0001L);
  static final Instant START = Instant.parse("2026-01-02T03:04:05.000006Z");

  private enum Phase {
    SCHEDULED,
    STARTED,
    FAILED,
    DONE
  }

  private record Step(String name, int attempt, Phase phase) {}

  private final List<Event> events = new ArrayList<>();
  private final Map<String, Step> steps = new LinkedHashMap<>();
  private final List<String> unsent = new ArrayList<>();
  private boolean held;
  private boolean paused;
  private boolean cancelling;
  private boolean takenOver;
  private boolean trigger;
  private int cursor;
  private int messages;
  private boolean ended;

  private Histories() {
    events.add(
        new Event.RunCreated(
            START,
            "shop.pay.v1",
            new Json("{\"n\":1}"),
            "key",
            100,
            3,
            null,
            null,
            null,
            null,
            null,
            "default",
            null,
            Map.of()));
  }

  static Arbitrary<List<Event>> any() {
    return Arbitraries.integers().between(0, 9_999).list().ofMaxSize(90).map(Histories::from);
  }

  /** A history from a seed, for tests that need many of them and no shrinking. */
  static List<Event> seeded(long seed) {
    return from(new Random(seed).ints(80, 0, 10_000).boxed().toList());
  }

  static List<Event> from(List<Integer> choices) {
    var history = new Histories();
    for (int choice : choices) {
      if (!history.ended) {
        var options = history.options(choice);
        options.get(choice % options.size()).run();
      }
    }
    return List.copyOf(history.events);
  }

  private List<Runnable> options(int choice) {
    List<Runnable> options = new ArrayList<>();
    options.add(this::claim);
    options.add(() -> add(new Event.SignalReceived(at(), "go", Json.NULL, "s" + choice % 4)));
    options.add(() -> add(new Event.SignalReceived(at(), "go", new Json("1"), null)));
    options.add(() -> add(new Event.ChildEnded(at(), "step-" + choice % 5, RUN, Json.NULL, null)));
    if (trigger) {
      options.add(
          () ->
              add(
                  new Event.TriggerInputReceived(
                      at(), "trigger", "i" + choice % 9, Json.NULL, "" + choice % 30)));
    }
    if (choice % 7 == 0) {
      options.add(this::requestCancel);
    }
    if (paused) {
      options.add(this::resume);
    }
    if (held) {
      addOwnersOptions(options, choice);
    }
    return options;
  }

  private void addOwnersOptions(List<Runnable> options, int choice) {
    var name = "step-" + choice % 5;
    var step = steps.get(name);
    if (step == null) {
      options.add(() -> schedule(name, 1));
      options.add(() -> begin(name, 1));
      options.add(() -> skip(name));
    } else {
      addStepOptions(options, step, choice);
    }
    options.add(() -> add(new Event.ValuePublished(at(), "v" + choice % 2, new Json("" + choice))));
    options.add(() -> add(new Event.VersionChosen(at(), "change", choice % 3)));
    options.add(this::park);
    if (choice % 5 == 0) {
      options.add(this::pause);
    }
    if (!trigger) {
      options.add(this::register);
    } else {
      options.add(() -> advance(choice % 4));
    }
    options.add(this::enqueue);
    if (!unsent.isEmpty()) {
      options.add(this::send);
    }
    if (choice % 11 == 0) {
      addEnds(options);
    }
  }

  private void addStepOptions(List<Runnable> options, Step step, int choice) {
    switch (step.phase()) {
      case SCHEDULED -> {
        options.add(() -> start(step));
        options.add(() -> skip(step.name()));
        if (takenOver) {
          options.add(() -> schedule(step.name(), step.attempt()));
        }
      }
      case STARTED -> {
        var data = new Json("[" + choice + "]");
        options.add(() -> add(new Event.StepCheckpointed(at(), step.name(), step.attempt(), data)));
        options.add(
            () -> add(new Event.StepLogged(at(), step.name(), step.attempt(), "info", "so far")));
        options.add(() -> complete(step, data));
        options.add(() -> fail(step, choice % 2 == 0));
        if (takenOver) {
          options.add(() -> begin(step.name(), step.attempt()));
          options.add(() -> begin(step.name(), step.attempt() + 1));
        }
      }
      case FAILED -> {
        options.add(() -> begin(step.name(), step.attempt() + 1));
        options.add(() -> schedule(step.name(), step.attempt() + 1));
        options.add(() -> skip(step.name()));
      }
      case DONE -> {}
    }
  }

  private void addEnds(List<Runnable> options) {
    options.add(() -> end(new Event.RunCompleted(at(), new Json("{}"), 7)));
    options.add(() -> end(new Event.RunFailed(at(), failure(), "step-1", false)));
    options.add(() -> end(new Event.RunFailed(at(), failure(), null, true)));
    if (cancelling) {
      options.add(() -> end(new Event.RunCancelled(at(), "asked")));
    }
  }

  private void claim() {
    add(new Event.RunClaimed(at(), "node-" + events.size()));
    takenOver |= held || !steps.isEmpty();
    held = true;
    paused = false;
  }

  private void park() {
    add(new Event.RunParked(at(), events.size() % 2 == 0 ? at().plusSeconds(9) : null, "time"));
    held = false;
  }

  private void pause() {
    add(new Event.RunPaused(at(), "diverged", null));
    held = false;
    paused = true;
  }

  private void resume() {
    add(new Event.RunResumed(at(), "accept"));
    paused = false;
  }

  private void requestCancel() {
    add(new Event.RunCancelRequested(at(), "asked"));
    cancelling = true;
  }

  private void begin(String name, int attempt) {
    schedule(name, attempt);
    start(new Step(name, attempt, Phase.SCHEDULED));
  }

  private void schedule(String name, int attempt) {
    add(new Event.StepScheduled(at(), name, "step", attempt, null));
    put(name, attempt, Phase.SCHEDULED);
  }

  private void start(Step step) {
    add(new Event.StepStarted(at(), step.name(), step.attempt(), null));
    put(step.name(), step.attempt(), Phase.STARTED);
  }

  private void complete(Step step, Json output) {
    add(new Event.StepCompleted(at(), step.name(), step.attempt(), output, 3));
    put(step.name(), step.attempt(), Phase.DONE);
  }

  private void fail(Step step, boolean again) {
    var retryAt = again ? at().plusSeconds(1) : null;
    add(new Event.StepFailed(at(), step.name(), step.attempt(), failure(), retryAt));
    put(step.name(), step.attempt(), Phase.FAILED);
  }

  private void skip(String name) {
    add(new Event.StepSkipped(at(), name, "condition", null));
    put(name, 1, Phase.DONE);
  }

  private void register() {
    add(new Event.TriggerRegistered(at(), "trigger", "webhook", null));
    trigger = true;
  }

  private void advance(int by) {
    cursor += by;
    add(new Event.TriggerCursorAdvanced(at(), "trigger", "" + cursor, by));
  }

  private void enqueue() {
    var id = "m" + ++messages;
    add(new Event.OutboxEnqueued(at(), "step-0", "edge", id, Json.NULL));
    unsent.add(id);
  }

  private void send() {
    add(new Event.OutboxSent(at(), "step-0", "edge", unsent.removeFirst()));
  }

  private void end(Event event) {
    add(event);
    ended = true;
  }

  private void put(String name, int attempt, Phase phase) {
    steps.put(name, new Step(name, attempt, phase));
  }

  private void add(Event event) {
    events.add(event);
  }

  private Instant at() {
    return START.plusMillis(events.size());
  }

  private static Failure failure() {
    return new Failure("java.io.IOException", "no route\nat all", null);
  }
}
