package dev.holdfast.server.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.log.Json;
import dev.holdfast.log.StepState;
import dev.holdfast.store.RunStatus;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each type of step does, on runs that leave memory whenever they wait. */
class StepTypesTest {

  @TempDir private Path folder;
  private GraphBed bed;

  @BeforeEach
  void open() {
    bed = new GraphBed(folder);
  }

  @AfterEach
  void close() {
    bed.assertSound();
    bed.close();
  }

  @Test
  void expressionsSeeInputAndStepsAndKeepTheirType() {
    assertThat(
            bed.result(
                """
                {"name": "n", "steps": [
                  {"id": "a", "type": "transform", "config": {"value": "${input.amount * 2}"}},
                  {"id": "b", "type": "transform", "depends_on": ["a"],
                   "config": {"value": {
                     "sum": "${steps.a.output + 1}", "text": "is ${steps.a.output}",
                     "plain": "$${x}", "status": "${steps.a.status}"}}}],
                 "output": "${steps.b.output}"}\
                """,
                "{\"amount\": 21}"))
        .isEqualTo("{\"sum\":43,\"text\":\"is 42\",\"plain\":\"${x}\",\"status\":\"completed\"}");
  }

  @Test
  void aLoopEndsHoweverCloseTogetherItsLastItemsDo() {
    for (int round = 0; round < 40; round++) {
      assertThat(
              bed.result(
                  """
                  {"name": "n", "steps": [
                    {"id": "loop", "type": "foreach", "config": {
                      "items": "${[1..100]}", "max_parallel": 20,
                      "steps": [{"id": "one", "type": "transform", "config": {"value": 1}}]}}],
                   "output": "${$sum(steps.loop.output)}"}\
                  """,
                  "null"))
          .isEqualTo("100");
    }
  }

  @Test
  void aStepWhoseConditionIsFalseIsSkippedAndSoIsWhatDependsOnlyOnIt() {
    var run =
        bed.start(
            """
            {"name": "n", "steps": [
              {"id": "a", "type": "transform", "config": {"value": 1}},
              {"id": "b", "type": "transform", "when": "${input.go}", "depends_on": ["a"],
               "config": {"value": 2}},
              {"id": "c", "type": "transform", "depends_on": ["b"], "config": {"value": 3}},
              {"id": "d", "type": "transform", "depends_on": ["a", "c"],
               "config": {"value": 4}}]}\
            """,
            "{\"go\": false}");

    var state = bed.end(run);
    assertThat(state.header().state().status()).isEqualTo(RunStatus.SUCCEEDED);
    assertThat(bed.steps(state))
        .containsExactly("a completed", "b skipped", "c skipped", "d completed");
  }

  @Test
  void anExpressionThatFailsFailsItsStep() {
    var state =
        bed.end(
            bed.start(
                """
                {"name": "n", "steps": [
                  {"id": "a", "type": "transform", "config": {"value": "${$sum(input.x)}"}}]}\
                """,
                "{\"x\": \"text\"}"));

    assertThat(bed.steps(state)).containsExactly("a failed");
    assertThat(bed.graphs.steps(state).getFirst().errorMessage()).contains("${$sum(input.x)}");
  }

  @Test
  void anEndlessExpressionFailsItsStep() {
    var state =
        bed.end(
            bed.start(
                """
                {"name": "n", "steps": [{"id": "a", "config": {
                  "duration_seconds": "${($f := function($n) { $f($n) }; $f(1))}"}}]}\
                """,
                null));

    assertThat(bed.steps(state)).containsExactly("a failed");
  }

  @Test
  void aForeachDoesItsStepsWithEveryItem() {
    assertThat(
            bed.result(
                """
                {"name": "n", "steps": [
                  {"id": "label", "type": "foreach", "config": {
                    "items": "${input.items}", "key": "${item.sku}", "max_parallel": 2,
                    "output": {"sku": "${item.sku}", "n": "${index}", "b": "${steps.b.output}"},
                    "steps": [
                      {"id": "a", "type": "transform", "config": {"value": "${item.price * 2}"}},
                      {"id": "b", "type": "transform", "depends_on": ["a"],
                       "config": {"value": "${steps.a.output + 1}"}}]}}],
                 "output": "${steps.label.output}"}\
                """,
                "{\"items\": [{\"sku\": \"x/1\", \"price\": 1}, {\"sku\": \"y\", \"price\": 2}]}"))
        .isEqualTo("[{\"sku\":\"x/1\",\"n\":0,\"b\":3},{\"sku\":\"y\",\"n\":1,\"b\":5}]");
  }

  @Test
  void theItemsOfAForeachHaveNamesOfTheirOwn() {
    var state =
        bed.end(
            bed.start(
                """
                {"name": "n", "steps": [
                  {"id": "label", "type": "foreach", "config": {
                    "items": "${input}", "steps": [{"id": "a", "config": {"duration_seconds": 0}}]}}
                 ]}\
                """,
                "[10, 20]"));

    assertThat(state.steps().keySet()).containsExactly("label", "label[0]/a", "label[1]/a");
    var items = bed.graphs.steps(state).getFirst().items();
    assertThat(items.stream().map(GraphBed::shown))
        .containsExactly("label[0]/a completed", "label[1]/a completed");
  }

  @Test
  void anItemThatFailsFailsTheForeachAndSaysWhich() {
    var state =
        bed.end(
            bed.start(
                """
                {"name": "n", "steps": [
                  {"id": "label", "type": "foreach", "config": {
                    "items": [1, 0], "max_parallel": 2, "steps": [
                      {"id": "a", "type": "transform", "config": {"value": "${1 / item}"}}]}}
                 ]}\
                """,
                null));

    assertThat(state.header().state().status()).isEqualTo(RunStatus.FAILED);
    assertThat(bed.steps(state)).containsExactly("label failed");
    assertThat(bed.graphs.steps(state).getFirst().errorMessage()).startsWith("label[1]/a: ");
  }

  @Test
  void aSleepIsOverWhenItsTimeHasCome() {
    var run =
        bed.start(
            """
            {"name": "n", "steps": [
              {"id": "a", "type": "sleep", "config": {"duration": "${input & 'ms'}"}},
              {"id": "b", "type": "sleep", "depends_on": ["a"], "config": {"until": "${$now()}"}}
            ]}\
            """,
            "50");

    assertThat(bed.steps(bed.end(run))).containsExactly("a completed", "b completed");
  }

  @Test
  void aSignalIsTheOutputOfTheStepThatWaitsForIt() {
    var run =
        bed.start(
            """
            {"name": "n", "steps": [
              {"id": "a", "type": "signal", "config": {"name": "paid"}},
              {"id": "b", "type": "signal", "depends_on": ["a"], "config": {"name": "paid"}}],
             "output": ["${steps.a.output.by}", "${steps.b.output.by}"]}\
            """,
            null);
    bed.until(run, state -> state.steps().containsKey("a"));
    bed.holdfast.engine().signal(run, "paid", new Json("{\"by\": \"ann\"}"), null);
    bed.holdfast.engine().signal(run, "paid", new Json("{\"by\": \"bob\"}"), null);

    assertThat(bed.end(run).header().state().result()).isEqualTo("[\"ann\",\"bob\"]");
  }

  @Test
  void aSignalThatDoesNotComeInTimeFailsOrSkipsItsStep() {
    var failing =
        bed.end(
            bed.start(
                """
                {"name": "n", "steps": [{"id": "a", "type": "signal", "timeout": "10ms"}]}\
                """,
                null));
    var skipping =
        bed.end(
            bed.start(
                """
                {"name": "n", "steps": [{"id": "a", "type": "signal", "timeout": "10ms",
                 "config": {"on_timeout": "skip"}}]}\
                """,
                null));

    assertThat(bed.steps(failing)).containsExactly("a failed");
    assertThat(bed.steps(skipping)).containsExactly("a skipped");
    assertThat(skipping.header().state().status()).isEqualTo(RunStatus.SUCCEEDED);
  }

  @Test
  void aWorkflowCallsAnotherByItsName() {
    bed.graphs.create(
        """
        {"name": "child", "input_schema": {"type": "object", "required": ["n"]},
         "steps": [{"id": "x", "type": "transform", "config": {"value": "${input.n + 1}"}}],
         "output": "${steps.x.output}"}\
        """);

    assertThat(
            bed.result(
                """
                {"name": "parent", "steps": [
                  {"id": "c", "type": "workflow", "config": {"workflow": "child"},
                   "input": {"n": "${input}"}}], "output": "${steps.c.output}"}\
                """,
                "4"))
        .isEqualTo("5");
    var misfit =
        bed.end(
            bed.start(
                """
                {"name": "parent", "steps": [
                  {"id": "c", "type": "workflow", "input": {},
                   "config": {"workflow": "child"}}]}\
                """,
                null));
    assertThat(bed.graphs.steps(misfit).getFirst().errorMessage()).contains("/n");
    var unknown =
        bed.end(
            bed.start(
                """
                {"name": "p", "steps": [
                  {"id": "c", "type": "workflow", "config": {"workflow": "nobody"}}]}\
                """,
                null));
    assertThat(bed.graphs.steps(unknown).getFirst().errorMessage())
        .isEqualTo("there is no workflow 'nobody'");
  }

  @Test
  void aDottedTypeIsARunForWhoeverExecutesIt() {
    bed.holdfast.job("carrier.label.v1", String.class, String.class, sku -> "label of " + sku);

    assertThat(
            bed.result(
                """
                {"name": "n", "steps": [
                  {"id": "a", "type": "carrier.label.v1", "input": "${input.sku}"}],
                 "output": "${steps.a.output}"}\
                """,
                "{\"sku\": \"s-1\"}"))
        .isEqualTo("\"label of s-1\"");
  }

  @Test
  void compensationsRunInReverseOrderWhenTheRunFails() {
    var state =
        bed.end(
            bed.start(
                """
                {"name": "n", "steps": [
                  {"id": "a", "config": {"duration_seconds": 0},
                   "compensate": {"config": {"duration_seconds": 0}}},
                  {"id": "f", "type": "foreach", "depends_on": ["a"], "config": {
                    "items": ["x", "y"], "steps": [
                      {"id": "in", "type": "transform", "config": {"value": "${item}"},
                       "compensate": {"config": {"duration_seconds": 0,
                                                 "note": "${steps.in.output}"}}}]}},
                  {"id": "bad", "depends_on": ["f"],
                   "config": {"duration_seconds": 0, "fail_probability": 1}}]}\
                """,
                null));

    assertThat(state.header().state().status()).isEqualTo(RunStatus.FAILED);
    assertThat(state.steps().keySet().stream().filter(name -> name.endsWith("~compensate")))
        .containsExactly("f[1]/in~compensate", "f[0]/in~compensate", "a~compensate");
    assertThat(state.steps().get("f[1]/in~compensate"))
        .isNotNull()
        .extracting(StepState::input)
        .isEqualTo(new Json("{\"duration_seconds\":0,\"note\":\"y\"}"));
    assertThat(state.steps().values())
        .filteredOn(step -> step.name().endsWith("~compensate"))
        .allMatch(step -> step.status() == StepState.Status.COMPLETED);
  }

  @Test
  void aStepThatTakesTooLongFails() {
    var state =
        bed.end(
            bed.start(
                """
                {"name": "n", "steps": [
                  {"id": "a", "timeout": "20ms", "config": {"duration_seconds": 600}}]}\
                """,
                null));

    assertThat(bed.graphs.steps(state).getFirst().errorMessage()).contains("time-out");
  }

  @Test
  void aFailureCancelsWhatRunsBesideIt() {
    var state =
        bed.end(
            bed.start(
                """
                {"name": "n", "max_parallel": 5, "steps": [
                  {"id": "long", "config": {"duration_seconds": 600}},
                  {"id": "wait", "type": "signal"},
                  {"id": "bad", "config": {"duration_seconds": 0, "fail_probability": 1}},
                  {"id": "later", "depends_on": ["long"]}]}\
                """,
                null));

    assertThat(state.header().state().status()).isEqualTo(RunStatus.FAILED);
    assertThat(bed.steps(state))
        .containsExactly("long cancelled", "wait cancelled", "bad failed", "later pending");
  }
}
