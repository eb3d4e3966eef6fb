package dev.holdfast.graph;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Reads the steps of a block, and those inside of them. */
final class StepReader {

  static final int ID_CHARS_MAX = 100;

  private final Set<String> ids = new HashSet<>();
  private int left;

  /**
   * @param stepsMax how many there may be in all
   */
  StepReader(int stepsMax) {
    this.left = stepsMax;
  }

  /**
   * The block in this object; null when it cannot be made sense of.
   *
   * @param within the steps of a loop know the loop; null at the top
   */
  @Nullable Block readBlock(Place object, @Nullable StepKind within) {
    var parallel = object.field("max_parallel");
    int maxParallel = parallel == null ? 1 : parallel.integer(1, DefinitionReader.PARALLEL_MAX, 1);
    var steps = object.required("steps", "list at least one step");
    if (steps == null || !steps.isArray()) {
      return null;
    }
    if (steps.node().isEmpty()) {
      steps.mistake("has no steps", "list at least one step");
      return null;
    }
    left -= steps.node().size();
    if (left < 0) {
      steps.mistake(
          "there are more than %d steps in all".formatted(DefinitionReader.STEPS_MAX),
          "split the workflow and call its parts with steps of type \"workflow\"");
      return null;
    }
    Map<String, StepDefinition> read = new LinkedHashMap<>();
    Map<String, Place> places = new LinkedHashMap<>();
    boolean sound = true;
    for (var place : steps.elements()) {
      var step = place.isObject() ? readStep(place, within) : null;
      sound &= step != null;
      if (step != null) {
        read.put(step.id(), step);
        places.put(step.id(), place);
      }
    }
    // Of a foreach the items run side by side, and the steps of each in their order.
    return order(read, places, steps, sound, within == null ? maxParallel : 1);
  }

  private @Nullable StepDefinition readStep(Place place, @Nullable StepKind within) {
    var id = id(place);
    var typePlace = place.field("type");
    var type = typePlace == null ? "task" : typePlace.text(DefinitionReader.NAME_CHARS_MAX);
    if (StepKind.RESERVED.contains(type) && typePlace != null) {
      typePlace.mistake("'%s' is not available yet".formatted(type), "use another type");
    }
    var dependsOn = dependsOn(place);
    var kind = StepKind.of(type);
    var compensate = place.field("compensate");
    StepDefinition undo = null;
    if (compensate != null && compensate.isObject()) {
      undo = compensation(compensate, Objects.requireNonNullElse(id, ""), kind);
    }
    Block block = null;
    if (kind == StepKind.FOREACH) {
      block = loop(place, within);
    }
    var step = settings(place, Objects.requireNonNullElse(id, ""), type, dependsOn, undo, block);
    return id == null || (kind == StepKind.FOREACH && block == null) ? null : step;
  }

  private static StepDefinition settings(
      Place place,
      String id,
      String type,
      List<String> dependsOn,
      @Nullable StepDefinition undo,
      @Nullable Block block) {
    var config = ConfigCheck.read(place, StepKind.of(type));
    var timeout = place.field("timeout");
    Duration limit = timeout == null ? null : timeout.duration();
    if (timeout != null && limit != null && limit.isZero()) {
      timeout.mistake("is no time at all", "give it longer, or leave it away");
    }
    return new StepDefinition(
        id,
        type,
        dependsOn,
        config,
        condition(place),
        given(place, "input"),
        RetryReader.read(place, StepKind.of(type), config),
        limit,
        undo,
        block);
  }

  private @Nullable Block loop(Place step, @Nullable StepKind within) {
    var config = step.field("config");
    if (within != null) {
      step.mistake(
          "a foreach inside of a foreach",
          "let the inner one be a workflow of its own, called by a step of type \"workflow\"");
      return null;
    }
    if (config == null) {
      step.required("config", "say what to do with each item: {\"items\": ..., \"steps\": [...]}");
      return null;
    }
    return config.isObject() ? readBlock(config, StepKind.FOREACH) : null;
  }

  private static @Nullable StepDefinition compensation(Place place, String id, StepKind of) {
    var typePlace = place.field("type");
    var type = typePlace == null ? "task" : typePlace.text(DefinitionReader.NAME_CHARS_MAX);
    var kind = StepKind.of(type);
    if (typePlace != null && !(kind.executes() || kind.calls())) {
      typePlace.mistake(
          "a step is not undone by a " + type,
          "use a task, http, workflow or a dotted type to undo a step");
    }
    if (of == StepKind.FOREACH) {
      place.mistake(
          "a foreach is not undone as a whole", "give the steps inside of it a 'compensate'");
    }
    return settings(place, id, type, List.of(), null, null);
  }

  private @Nullable String id(Place step) {
    var place = step.required("id", "give the step an id of its own");
    if (place == null) {
      return null;
    }
    var id = place.text(ID_CHARS_MAX);
    if (id.isBlank() || id.length() > ID_CHARS_MAX || Place.hasControls(id)) {
      return null;
    }
    if (!id.codePoints().allMatch(StepReader::isAllowed) || !id.strip().equals(id)) {
      place.mistake(
          "the id \"%s\" has characters that are not allowed".formatted(Place.shortened(id)),
          "use letters, digits, spaces, '_', '-', '.' and ':'");
      return null;
    }
    if (!ids.add(id)) {
      place.mistake("another step has the id \"" + id + "\" too", "give each its own");
      return null;
    }
    return id;
  }

  private static boolean isAllowed(int c) {
    return Character.isLetterOrDigit(c) || "_-.: ".indexOf(c) >= 0;
  }

  private static List<String> dependsOn(Place step) {
    var place = step.field("depends_on");
    List<String> ids = new ArrayList<>();
    if (place != null && place.isArray()) {
      for (var element : place.elements()) {
        var id = element.text(ID_CHARS_MAX);
        if (!id.isEmpty() && !ids.contains(id)) {
          ids.add(id);
        }
      }
    }
    return ids;
  }

  private static @Nullable JsonNode condition(Place step) {
    var when = step.field("when");
    if (when == null) {
      return null;
    }
    if (!when.node().isBoolean() && !when.isExpression()) {
      when.check(false, "an expression such as \"${input.amount > 100}\", true or false");
    }
    return when.node();
  }

  private static @Nullable JsonNode given(Place step, String name) {
    // Not null for a null that was written: that is a value, too.
    return step.node().get(name);
  }

  private static @Nullable Block order(
      Map<String, StepDefinition> steps,
      Map<String, Place> places,
      Place list,
      boolean sound,
      int maxParallel) {
    Map<String, List<String>> dependencies = new LinkedHashMap<>();
    steps.forEach((id, step) -> dependencies.put(id, step.dependsOn()));
    boolean known = sound && DependencyCheck.areKnown(dependencies, places);
    // Looked for whatever else is wrong, so that all of it is said at once.
    var cycle = TopologicalOrder.cycle(DependencyCheck.onlyKnown(dependencies));
    if (!cycle.isEmpty()) {
      list.mistake(
          "steps wait for each other in a circle: " + String.join(" -> ", cycle),
          "remove one dependency of it");
    }
    var order =
        known && cycle.isEmpty()
            ? TopologicalOrder.of(dependencies)
            : Optional.<List<String>>empty();
    return order
        .map(ids -> new Block(ids.stream().map(steps::get).toList(), maxParallel))
        .orElse(null);
  }

  static JsonNode emptyObject() {
    return JsonNodeFactory.instance.objectNode();
  }
}
