package dev.holdfast.engine;

import dev.holdfast.log.Json;
import dev.holdfast.log.RunState;
import dev.holdfast.log.StepState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Which recorded steps the code has asked for since the run came into memory. Steps are found by
 * name, so code may gain steps; what it must not do is to pass by steps that have been executed.
 * Judged scope by scope, so that parallel branches do not accuse each other.
 */
final class Asked {

  /** Kinds whose absence tells nothing about the code: what they did depends on nothing. */
  private static final Set<String> LIGHT =
      Set.of("compensate", "rollback", "branch", "publish", "now", "race");

  private static final int SHOWN_MAX = 100;

  private final RunState replayed;
  private final Set<String> names = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<String> fresh = new ConcurrentLinkedQueue<>();

  /** Scopes in which a step has been executed that was not recorded. */
  private final Set<String> live = ConcurrentHashMap.newKeySet();

  /** How many branches run in each scope right now. */
  private final ConcurrentHashMap<String, Integer> branches = new ConcurrentHashMap<>();

  Asked(RunState replayed) {
    this.replayed = replayed;
  }

  void ask(String name) {
    if (!replayed.steps().isEmpty() && names.add(name) && !replayed.steps().containsKey(name)) {
      if (fresh.size() < SHOWN_MAX) {
        fresh.add(name);
      }
    }
  }

  /** A branch of this name runs beside its scope from here on. */
  void branchBegun(String name) {
    branches.merge(scopeOf(name), 1, Integer::sum);
  }

  void branchEnded(String name) {
    branches.computeIfPresent(scopeOf(name), (scope, count) -> count == 1 ? null : count - 1);
  }

  /**
   * Whether this step, about to be executed, is the first new one of its scope although steps are
   * recorded there and the code has asked for none of them: it is not the code that was recorded.
   * While branches run in the scope nobody can tell: one that was recorded may not have asked yet.
   */
  boolean isStrange(String name) {
    var scope = scopeOf(name);
    if (replayed.steps().isEmpty()
        || replayed.steps().containsKey(name)
        || branches.containsKey(scope)
        || !live.add(scope)) {
      return false;
    }
    boolean any = false;
    for (var step : replayed.steps().values()) {
      if (scopeOf(step.name()).equals(scope) && matters(step)) {
        if (names.contains(step.name())) {
          return false;
        }
        any = true;
      }
    }
    return any;
  }

  /** Recorded steps that the code did not ask for. */
  List<String> missing() {
    List<String> missing = new ArrayList<>();
    for (var step : replayed.steps().values()) {
      if (matters(step) && !names.contains(step.name())) {
        missing.add(step.name());
      }
    }
    return missing;
  }

  /** Whether the log goes on in this scope behind the point that the code has reached. */
  boolean isBehind(String scope) {
    for (var step : replayed.steps().values()) {
      if (step.name().startsWith(scope) && !LIGHT.contains(step.kind())) {
        var rest = step.name().substring(scope.length());
        int slash = rest.indexOf('/');
        var segment = slash < 0 ? rest : withoutItem(rest.substring(0, slash));
        if (!names.contains(scope + segment)) {
          return true;
        }
      }
    }
    return false;
  }

  static String reason(List<String> missing) {
    return "the code no longer asks for %d recorded steps, the first being %s"
        .formatted(missing.size(), missing.isEmpty() ? "none" : missing.getFirst());
  }

  /** Both sides, for people. */
  Json explain(List<String> missing) {
    Map<String, List<String>> sides = new LinkedHashMap<>();
    sides.put("recorded", missing);
    sides.put("asked", List.copyOf(fresh));
    return Json.ofLists(sides);
  }

  /** The steps that {@link #explain} said are recorded and not asked for. */
  static Set<String> recordedSide(@Nullable Json explained) {
    return explained == null ? Set.of() : Set.copyOf(explained.list("recorded"));
  }

  private boolean matters(StepState step) {
    boolean given =
        step.error() != null
            && step.error().type().equals(Steps.BRANCH_CANCELLED)
            && step.status() == StepState.Status.FAILED;
    return !LIGHT.contains(step.kind()) && !given && step.number() > replayed.acceptedSteps();
  }

  private static String scopeOf(String name) {
    return name.substring(0, name.lastIndexOf('/') + 1);
  }

  /** Item {@code label[4711]} belongs to the map {@code label}. */
  private static String withoutItem(String segment) {
    int bracket = segment.endsWith("]") ? segment.indexOf('[') : -1;
    return bracket < 0 ? segment : segment.substring(0, bracket);
  }
}
