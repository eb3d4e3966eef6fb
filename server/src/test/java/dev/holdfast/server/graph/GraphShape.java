package dev.holdfast.server.graph;

import dev.holdfast.log.Json;
import java.util.UUID;
import java.util.function.BiConsumer;

/** Graphs that are crashed everywhere. The action {@code count} leaves a row in the database. */
enum GraphShape {
  ORDER(
      """
      {"name": "order", "steps": [
        {"id": "validate", "config": {"duration_seconds": 0.1, "action": "validate_order"}},
        {"id": "charge", "depends_on": ["validate"],
         "config": {"duration_seconds": 0.1, "action": "charge_payment", "max_retries": 2}},
        {"id": "count", "depends_on": ["charge"],
         "config": {"duration_seconds": 0, "action": "count"}},
        {"id": "ship", "depends_on": ["count"],
         "config": {"duration_seconds": 0.1, "action": "ship_order"}}]}\
      """),

  DIAMOND(
      """
      {"name": "diamond", "max_parallel": 3, "steps": [
        {"id": "a", "config": {"duration_seconds": 0.1, "action": "count"}},
        {"id": "b", "depends_on": ["a"], "config": {"duration_seconds": 0.2, "action": "count"}},
        {"id": "c", "depends_on": ["a"], "type": "transform", "config": {"value": "${input.n}"}},
        {"id": "no", "depends_on": ["a"], "when": "${false}"},
        {"id": "neither", "depends_on": ["no"]},
        {"id": "d", "depends_on": ["b", "c", "neither"],
         "config": {"duration_seconds": "${steps.c.output / 100}", "action": "count"}}],
       "output": ["${steps.c.output}", "${steps.no.status}", "${steps.neither.status}"]}\
      """),

  LOOP(
      """
      {"name": "loop", "steps": [
        {"id": "each", "type": "foreach", "config": {
          "items": "${['x', 'y', 'z']}", "key": "${item}", "max_parallel": 2,
          "steps": [
            {"id": "work", "config": {"duration_seconds": 0.1, "action": "count"}},
            {"id": "say", "type": "transform", "depends_on": ["work"],
             "config": {"value": "${item & index}"}}]}}],
       "output": "${steps.each.output}"}\
      """),

  WAITS(
      """
      {"name": "waits", "max_parallel": 2, "steps": [
        {"id": "sleep", "type": "sleep", "config": {"duration": "3h"}},
        {"id": "paid", "type": "signal", "timeout": "900d"},
        {"id": "ok", "type": "approval", "depends_on": ["sleep"], "timeout": "900d"},
        {"id": "never", "type": "signal", "timeout": "1h", "config": {"on_timeout": "skip"}},
        {"id": "end", "depends_on": ["ok", "paid", "never"],
         "config": {"duration_seconds": 0, "action": "count"}}],
       "output": ["${steps.paid.output}", "${steps.ok.output.by}", "${steps.never.status}"]}\
      """,
      (graphs, run) -> {
        graphs.signal(run, "paid", new Json("42"), "one");
        graphs.operator().decide(run, "ok", Approvals.decision(true, "ann", null));
      }),

  CHILD(
      """
      {"name": "parent", "steps": [
        {"id": "call", "type": "workflow", "config": {"workflow": "crash-child"},
         "input": {"at": "${$now()}", "chance": "${$random()}", "n": "${input.n}"}},
        {"id": "after", "depends_on": ["call"],
         "config": {"duration_seconds": 0, "action": "count"}}],
       "output": "${steps.call.output}"}\
      """),

  SAGA(
      """
      {"name": "saga", "steps": [
        {"id": "a", "config": {"duration_seconds": 0, "action": "count"},
         "compensate": {"config": {"duration_seconds": 0.1, "action": "count"}}},
        {"id": "b", "type": "foreach", "depends_on": ["a"], "config": {
          "items": [1, 2], "max_parallel": 2, "steps": [
            {"id": "in", "config": {"duration_seconds": 0, "action": "count"},
             "compensate": {"config": {"duration_seconds": 0, "action": "count",
                                       "of": "${item}"}}}]}},
        {"id": "bad", "depends_on": ["b"],
         "config": {"duration_seconds": 0, "fail_probability": 1, "max_retries": 1}}]}\
      """),

  RETRY(
      """
      {"name": "retry", "steps": [
        {"id": "a", "config": {"duration_seconds": 0, "action": "fail_twice"},
         "retry": {"max_attempts": 5, "delay": "2h", "jitter": 0}},
        {"id": "b", "depends_on": ["a"], "config": {"duration_seconds": 0, "action": "count"}}]}\
      """);

  /** What {@link #CHILD} calls. */
  static final String CHILD_DEFINITION =
      """
      {"name": "crash-child", "steps": [
        {"id": "x", "config": {"duration_seconds": 0.1, "action": "count"}}],
       "output": "${input.n + 1}"}\
      """;

  final String definition;

  @SuppressWarnings("ImmutableEnumChecker") // It is code, and code does not change.
  final BiConsumer<Graphs, UUID> said;

  GraphShape(String definition) {
    this(definition, (graphs, run) -> {});
  }

  GraphShape(String definition, BiConsumer<Graphs, UUID> said) {
    this.definition = definition;
    this.said = said;
  }
}
