package dev.holdfast.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What is next, in random graphs whose steps end in random order and in random ways. */
class DecisionTest {

  /** A graph without cycles, written down in random order. */
  @Provide
  Arbitrary<Map<String, List<String>>> graphs() {
    return Arbitraries.randomValue(DecisionTest::graph);
  }

  @Provide
  Arbitrary<Map<String, List<String>>> anyGraphs() {
    return Arbitraries.randomValue(
        random -> {
          int size = 1 + random.nextInt(8);
          Map<String, List<String>> graph = new LinkedHashMap<>();
          for (int i = 0; i < size; i++) {
            Set<String> others = new LinkedHashSet<>();
            for (int n = random.nextInt(3); n > 0; n--) {
              others.add("s" + random.nextInt(size));
            }
            others.remove("s" + i);
            graph.put("s" + i, List.copyOf(others));
          }
          return graph;
        });
  }

  @Property
  void an_order_has_every_step_once_behind_what_it_depends_on(
      @ForAll("graphs") Map<String, List<String>> graph) {
    var order = TopologicalOrder.of(graph).orElseThrow();

    assertThat(order).containsExactlyInAnyOrderElementsOf(graph.keySet());
    graph.forEach(
        (step, before) ->
            before.forEach(
                other -> assertThat(order.indexOf(other)).isLessThan(order.indexOf(step))));
    assertThat(TopologicalOrder.cycle(graph)).isEmpty();
  }

  @Property
  void an_order_that_fits_is_kept(@ForAll("graphs") Map<String, List<String>> graph) {
    var order = TopologicalOrder.of(graph).orElseThrow();
    Map<String, List<String>> sorted = new LinkedHashMap<>();
    order.forEach(step -> sorted.put(step, graph.getOrDefault(step, List.of())));

    assertThat(TopologicalOrder.of(sorted)).contains(order);
  }

  @Property
  void there_is_either_an_order_or_a_cycle_that_really_is_one(
      @ForAll("anyGraphs") Map<String, List<String>> graph) {
    var cycle = TopologicalOrder.cycle(graph);

    assertThat(TopologicalOrder.of(graph).isEmpty()).isEqualTo(!cycle.isEmpty());
    if (!cycle.isEmpty()) {
      assertThat(cycle.getFirst()).isEqualTo(cycle.getLast());
      assertThat(new HashSet<>(cycle)).hasSize(cycle.size() - 1);
      for (int i = 0; i + 1 < cycle.size(); i++) {
        assertThat(graph.get(cycle.get(i))).contains(cycle.get(i + 1));
      }
    }
  }

  @Property
  void every_way_through_a_graph_keeps_the_rules(
      @ForAll("graphs") Map<String, List<String>> graph, @ForAll Random random) {
    int parallel = 1 + random.nextInt(4);
    var block = block(graph, parallel);
    Map<String, Decision.Ended> ended = new HashMap<>();
    List<String> running = new ArrayList<>();
    List<String> begun = new ArrayList<>();
    for (int turn = 0; turn <= 3 * graph.size(); turn++) {
      var decision = Decision.next(block, ended, new HashSet<>(running));
      for (var step : decision.skip()) {
        assertThat(step.dependsOn()).isNotEmpty();
        ended.put(step.id(), Decision.Ended.SKIPPED);
        assertThat(step.dependsOn()).allMatch(id -> ended.get(id) == Decision.Ended.SKIPPED);
      }
      for (var step : decision.start()) {
        assertThat(ended.keySet()).containsAll(step.dependsOn()).doesNotContain(step.id());
        assertThat(ended).doesNotContainValue(Decision.Ended.FAILED);
        assertThat(begun).doesNotContain(step.id());
        begun.add(step.id());
        running.add(step.id());
      }
      assertThat(running.size()).isLessThanOrEqualTo(parallel);
      if (decision.over()) {
        boolean failed = ended.containsValue(Decision.Ended.FAILED);
        assertThat(failed || ended.size() == graph.size()).isTrue();
        return;
      }
      if (!running.isEmpty()) {
        ended.put(running.remove(random.nextInt(running.size())), end(random));
      }
    }
    throw new AssertionError("it never ends: " + graph);
  }

  @Property
  void one_at_a_time_means_in_their_order(@ForAll("graphs") Map<String, List<String>> graph) {
    var block = block(graph, 1);
    Map<String, Decision.Ended> ended = new HashMap<>();
    List<String> done = new ArrayList<>();
    while (true) {
      var decision = Decision.next(block, ended, Set.of());
      if (decision.over()) {
        break;
      }
      var step = decision.start().getFirst();
      done.add(step.id());
      ended.put(step.id(), Decision.Ended.COMPLETED);
    }

    assertThat(done).isEqualTo(block.steps().stream().map(StepDefinition::id).toList());
  }

  private static Decision.Ended end(Random random) {
    int chance = random.nextInt(10);
    return chance < 1
        ? Decision.Ended.FAILED
        : chance < 4 ? Decision.Ended.SKIPPED : Decision.Ended.COMPLETED;
  }

  private static Map<String, List<String>> graph(Random random) {
    int size = 1 + random.nextInt(10);
    List<String> ids = new ArrayList<>();
    Map<String, List<String>> edges = new HashMap<>();
    for (int i = 0; i < size; i++) {
      Set<String> before = new LinkedHashSet<>();
      for (int n = i == 0 ? 0 : random.nextInt(4); n > 0; n--) {
        before.add("s" + random.nextInt(i));
      }
      ids.add("s" + i);
      edges.put("s" + i, List.copyOf(before));
    }
    Collections.shuffle(ids, random);
    Map<String, List<String>> graph = new LinkedHashMap<>();
    ids.forEach(id -> graph.put(id, edges.getOrDefault(id, List.of())));
    return graph;
  }

  private static Block block(Map<String, List<String>> graph, int parallel) {
    var order = TopologicalOrder.of(graph).orElseThrow();
    return new Block(
        order.stream().map(id -> step(id, graph.getOrDefault(id, List.of()))).toList(), parallel);
  }

  private static StepDefinition step(String id, List<String> dependsOn) {
    return new StepDefinition(
        id, "task", dependsOn, StepReader.emptyObject(), null, null, null, null, null, null);
  }
}
