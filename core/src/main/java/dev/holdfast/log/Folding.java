package dev.holdfast.log;

import dev.holdfast.store.Header;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The inside of the fold: mutable while it runs, so that a long log is folded in one pass. */
final class Folding {

  private final UUID run;
  private long seq;
  private @Nullable Header header;
  private Event.@Nullable RunCreated created;
  private final Map<String, StepState> steps = new LinkedHashMap<>();
  private final List<Event.SignalReceived> signals = new ArrayList<>();
  private @Nullable String cancelReason;
  private int claimsWithoutProgress;
  private @Nullable Failure failure;
  private boolean deadLetter;
  private final Map<String, Json> published = new LinkedHashMap<>();
  private final Map<String, Integer> versions = new LinkedHashMap<>();
  private final Map<String, String> triggers = new LinkedHashMap<>();
  private final List<Event.TriggerInputReceived> inputs = new ArrayList<>();
  private final Map<String, Event.OutboxEnqueued> outbox = new LinkedHashMap<>();
  private final Map<String, Event.ChildEnded> children = new LinkedHashMap<>();
  private Event.@Nullable RunPaused paused;
  private int acceptedSteps;

  Folding(UUID run) {
    this.run = run;
  }

  Folding(RunState from) {
    run = from.header().id();
    seq = from.seq();
    header = from.header();
    created = from.created();
    steps.putAll(from.steps());
    signals.addAll(from.signals());
    cancelReason = from.cancelReason();
    claimsWithoutProgress = from.claimsWithoutProgress();
    failure = from.failure();
    deadLetter = from.deadLetter();
    published.putAll(from.published());
    versions.putAll(from.versions());
    triggers.putAll(from.triggers());
    inputs.addAll(from.inputs());
    outbox.putAll(from.outbox());
    children.putAll(from.children());
    paused = from.paused();
    acceptedSteps = from.acceptedSteps();
  }

  void add(Event event) {
    seq++;
    if (event instanceof Event.RunCreated first && header == null) {
      created = first;
      header = HeaderFold.create(run, first);
      return;
    }
    if (header == null) {
      throw new IllegalStateException(
          "the log of run %s begins with %s instead of RunCreated"
              .formatted(run, event.getClass().getSimpleName()));
    }
    header = header.with(HeaderFold.next(header.state(), event));
    if (event instanceof Event.OfStep ofStep) {
      step(ofStep);
    } else {
      run(event);
    }
  }

  RunState state() {
    if (header == null || created == null) {
      throw new IllegalStateException("the log of run " + run + " is empty");
    }
    return new RunState(
        seq,
        header,
        created,
        Collections.unmodifiableMap(steps),
        Collections.unmodifiableList(signals),
        cancelReason,
        claimsWithoutProgress,
        failure,
        deadLetter,
        Collections.unmodifiableMap(published),
        Collections.unmodifiableMap(versions),
        Collections.unmodifiableMap(triggers),
        Collections.unmodifiableList(inputs),
        Collections.unmodifiableMap(outbox),
        Collections.unmodifiableMap(children),
        paused,
        acceptedSteps);
  }

  private void run(Event event) {
    switch (event) {
      case Event.RunClaimed e -> claimsWithoutProgress++;
      case Event.RunParked e -> claimsWithoutProgress = 0;
      case Event.RunPaused e -> paused = e;
      case Event.RunResumed e -> resumed(e);
      case Event.RunCancelRequested e ->
          cancelReason = cancelReason == null ? e.reason() : cancelReason;
      case Event.RunFailed e -> {
        failure = e.error();
        deadLetter = e.deadLetter();
      }
      case Event.SignalReceived e -> {
        if (e.id() == null || signals.stream().noneMatch(s -> e.id().equals(s.id()))) {
          signals.add(e);
        }
      }
      case Event.ValuePublished e -> published.put(e.name(), e.value());
      case Event.VersionChosen e -> versions.putIfAbsent(e.change(), e.version());
      default -> {}
    }
  }

  private void resumed(Event.RunResumed e) {
    claimsWithoutProgress = 0;
    paused = null;
    if (e.decision().equals(RunState.ACCEPT)) {
      acceptedSteps = steps.size();
    }
  }

  private void step(Event.OfStep event) {
    switch (event) {
      case Event.StepScheduled e -> {
        var known = steps.get(e.step());
        steps.put(
            e.step(), known == null ? StepState.scheduled(steps.size() + 1, e) : known.next(e));
      }
      case Event.StepSkipped e -> {
        var known = steps.get(e.step());
        if (known == null) {
          var scheduled = new Event.StepScheduled(e.at(), e.step(), "step", 1, null);
          known = StepState.scheduled(steps.size() + 1, scheduled);
        }
        steps.put(e.step(), known.next(e));
        claimsWithoutProgress = 0;
      }
      case Event.StepStarted e -> update(e);
      case Event.StepCheckpointed e -> progress(e);
      // Words are no progress: a step that ends its process may say so before it does.
      case Event.StepLogged e -> {}
      case Event.StepCompleted e -> progress(e);
      case Event.StepFailed e -> progress(e);
      case Event.ChildEnded e -> children.putIfAbsent(e.step(), e);
      case Event.TriggerRegistered e -> triggers.putIfAbsent(e.step(), "");
      case Event.TriggerInputReceived e -> input(e);
      case Event.TriggerCursorAdvanced e -> advance(e);
      case Event.OutboxEnqueued e -> outbox.put(e.messageId(), e);
      case Event.OutboxSent e -> outbox.remove(e.messageId());
    }
  }

  private void update(Event.OfStep event) {
    steps.computeIfPresent(event.step(), (name, step) -> step.next(event));
  }

  private void progress(Event.OfStep event) {
    update(event);
    claimsWithoutProgress = 0;
  }

  private void input(Event.TriggerInputReceived e) {
    boolean known =
        inputs.stream().anyMatch(i -> i.step().equals(e.step()) && i.inputId().equals(e.inputId()));
    boolean passed = e.cursor() != null && Cursors.compare(e.cursor(), cursorOf(e.step())) <= 0;
    if (!known && !passed) {
      inputs.add(e);
    }
  }

  private void advance(Event.TriggerCursorAdvanced e) {
    if (Cursors.compare(e.cursor(), cursorOf(e.step())) > 0) {
      triggers.put(e.step(), e.cursor());
    }
    inputs.removeIf(
        i ->
            i.step().equals(e.step())
                && i.cursor() != null
                && Cursors.compare(i.cursor(), e.cursor()) <= 0);
  }

  private String cursorOf(String step) {
    return triggers.getOrDefault(step, "");
  }
}
