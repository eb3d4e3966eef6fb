package dev.holdfast.graph;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Whether steps depend on steps that there are. */
final class DependencyCheck {

  private DependencyCheck() {}

  static boolean areKnown(Map<String, List<String>> dependencies, Map<String, Place> places) {
    boolean known = true;
    for (var step : dependencies.entrySet()) {
      var place = places.get(step.getKey());
      var list = place == null ? null : place.field("depends_on");
      if (list == null || !list.node().isArray()) {
        continue;
      }
      for (var element : list.elements()) {
        var id = element.node().isString() ? element.node().stringValue() : "";
        if (id.equals(step.getKey())) {
          element.mistake("the step depends on itself", "remove it");
          known = false;
        } else if (!dependencies.containsKey(id)) {
          element.mistake(
              "there is no step \"%s\" here".formatted(Place.shortened(id)),
              Nearest.to(id, dependencies.keySet())
                  .map(name -> "did you mean \"%s\"?".formatted(name))
                  .orElse("name a step of the same list"));
          known = false;
        }
      }
    }
    return known;
  }

  /** The dependencies on other steps that there are. */
  static Map<String, List<String>> onlyKnown(Map<String, List<String>> dependencies) {
    Map<String, List<String>> known = new LinkedHashMap<>();
    dependencies.forEach(
        (step, wanted) ->
            known.put(
                step,
                wanted.stream()
                    .filter(id -> !id.equals(step) && dependencies.containsKey(id))
                    .toList()));
    return known;
  }
}
