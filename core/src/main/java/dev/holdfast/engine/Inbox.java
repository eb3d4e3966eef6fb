package dev.holdfast.engine;

import dev.holdfast.log.Event;
import dev.holdfast.log.RunState;
import dev.holdfast.log.StepState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Signals that a run has received, and how many of each name its code has taken: the n-th wait for
 * a name gets the n-th signal of it. A leaf lock of its own; may be asked under any other.
 */
final class Inbox {

  /** The kind of steps that take a signal. */
  static final String KIND = "signal";

  /** The kind of steps that take the signal of a person. */
  static final String APPROVAL = "approval";

  /** Where a step's input names its signal; a step without one is named after its signal. */
  static final String NAME = "signal";

  private final List<Event.SignalReceived> received = new ArrayList<>();
  private final Set<String> ids = new HashSet<>();
  private final Map<String, Integer> taken = new HashMap<>();

  Inbox(RunState state) {
    state.signals().forEach(this::add);
    for (var step : state.steps().values()) {
      if (hasTaken(step)) {
        taken.merge(signalOf(step), 1, Integer::sum);
      }
    }
  }

  /** Keeps the signal, unless one with its id is here already. */
  synchronized void add(Event.SignalReceived signal) {
    if (signal.id() == null || ids.add(signal.id())) {
      received.add(signal);
    }
  }

  /** Whether this step has taken a signal, and so nobody else gets it. */
  static boolean hasTaken(StepState step) {
    return (step.kind().equals(KIND) || step.kind().equals(APPROVAL))
        && step.status() == StepState.Status.COMPLETED;
  }

  /** The newest signal of this name, taken or not. */
  synchronized Event.@Nullable SignalReceived newest(String name) {
    if (received.isEmpty()) {
      return null;
    }
    return received.reversed().stream()
        .filter(signal -> signal.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  synchronized boolean has(String name) {
    return next(name) != null;
  }

  /** The next signal of this name, which nobody else gets; null when there is none yet. */
  synchronized Event.@Nullable SignalReceived take(String name) {
    var signal = next(name);
    if (signal != null) {
      taken.merge(name, 1, Integer::sum);
    }
    return signal;
  }

  synchronized List<Event.SignalReceived> all() {
    return List.copyOf(received);
  }

  private Event.@Nullable SignalReceived next(String name) {
    return received.stream()
        .filter(signal -> signal.name().equals(name))
        .skip(taken.getOrDefault(name, 0))
        .findFirst()
        .orElse(null);
  }

  /** Step {@code branch/approved#2} took a signal named {@code approved}, unless it says so. */
  static String signalOf(StepState step) {
    var named = step.input() == null ? null : step.input().property(NAME);
    if (named != null) {
      return named;
    }
    var last = step.name().substring(step.name().lastIndexOf('/') + 1);
    int occurrence = last.indexOf('#');
    return occurrence < 0 ? last : last.substring(0, occurrence);
  }
}
