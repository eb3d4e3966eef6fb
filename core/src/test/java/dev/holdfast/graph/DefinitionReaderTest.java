package dev.holdfast.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading definitions, and finding every mistake in them. */
class DefinitionReaderTest {

  @Test
  void the_sample_of_the_document_is_read() {
    var definition =
        read(
            """
            {"name": "order-processing", "steps": [
              {"id": "validate", "type": "task", "depends_on": [], "config": {
                "action": "validate_order", "duration_seconds": 2, "fail_probability": 0.0,
                "max_retries": 0}},
              {"id": "charge", "type": "task", "depends_on": ["validate"], "config": {
                "action": "charge_payment", "fail_probability": 0.3, "max_retries": 2}}]}\
            """);

    assertThat(definition.name()).isEqualTo("order-processing");
    assertThat(definition.block().maxParallel()).isEqualTo(1);
    assertThat(definition.block().steps())
        .extracting(StepDefinition::id)
        .containsExactly("validate", "charge");
    assertThat(definition.block().steps().getLast().maxRetries()).isEqualTo(2);
  }

  @Test
  void unknown_settings_are_kept_and_unknown_types_are_tasks() {
    var step =
        read("{\"name\": \"n\", \"steps\": [{\"id\": \"a\", \"type\": \"magic\","
                + " \"config\": {\"colour\": \"red\"}}]}")
            .block()
            .steps()
            .getFirst();

    assertThat(step.kind()).isEqualTo(StepKind.TASK);
    assertThat(step.type()).isEqualTo("magic");
    assertThat(step.config().path("colour").asString()).isEqualTo("red");
  }

  @Test
  void an_empty_config_is_a_task_without_retries() {
    var step = read("{\"name\": \"n\", \"steps\": [{\"id\": \"a\"}]}").block().steps().getFirst();

    assertThat(step.kind()).isEqualTo(StepKind.TASK);
    assertThat(step.maxRetries()).isZero();
  }

  @Test
  void all_mistakes_are_reported_at_once() {
    assertThat(
            pointers(
                """
                {"name": " ", "max_parallel": 0, "timeout": "soon", "steps": [
                  {"type": "task"},
                  {"id": "a", "config": {"fail_probability": 1.5, "duration_seconds": -1,
                                         "max_retries": 1.5}},
                  {"id": "a", "depends_on": "a"},
                  {"id": "q\\"uote"},
                  {"id": "http", "type": "http", "config": {"method": "BREW", "headers": [1]}},
                  {"id": "sleep", "type": "sleep", "config": {}},
                  {"id": "t", "type": "transform"},
                  {"id": "w", "type": "workflow", "config": {}, "retry": {"max_attempts": 2}},
                  {"id": "r", "retry": {"delay": "x", "jitter": 2}},
                  {"id": "f", "type": "foreach", "config": {"steps": []}},
                  {"id": "stream", "type": "stream"},
                  7
                ]}\
                """))
        .containsExactlyInAnyOrder(
            "/name",
            "/max_parallel",
            "/timeout",
            "/steps/0/id",
            "/steps/1/config/fail_probability",
            "/steps/1/config/duration_seconds",
            "/steps/1/config/max_retries",
            "/steps/2/id",
            "/steps/2/depends_on",
            "/steps/3/id",
            "/steps/4/config/url",
            "/steps/4/config/method",
            "/steps/4/config/headers",
            "/steps/5/config",
            "/steps/6/config",
            "/steps/7/config/workflow",
            "/steps/7/retry",
            "/steps/8/retry/max_attempts",
            "/steps/8/retry/delay",
            "/steps/8/retry/jitter",
            "/steps/9/config/items",
            "/steps/9/config/steps",
            "/steps/10/type",
            "/steps/11");
  }

  @Test
  void unknown_dependencies_and_dependencies_on_itself_are_refused() {
    assertThat(
            pointers(
                """
                {"name": "n", "steps": [{"id": "a", "depends_on": ["b", "a"]},
                                        {"id": "c", "depends_on": ["a", "x"]}]}\
                """))
        .containsExactly("/steps/0/depends_on/0", "/steps/0/depends_on/1", "/steps/1/depends_on/1");
  }

  @Test
  void a_dependency_that_is_nearly_right_comes_with_what_was_probably_meant() {
    var mistakes =
        mistakes(
            """
            {"name": "n", "steps": [{"id": "reserve-stock"}, {"id": "reserve"},
              {"id": "ship", "depends_on": ["reserve-stok", "invoice", "x"]}]}\
            """);

    assertThat(mistakes)
        .extracting(Mistake::fix)
        .containsExactly(
            "did you mean \"reserve-stock\"?",
            "name a step of the same list",
            "name a step of the same list");
  }

  @Test
  void a_cycle_is_named() {
    var mistakes =
        mistakes(
            """
            {"name": "n", "steps": [
              {"id": "start"}, {"id": "a", "depends_on": ["start", "c"]},
              {"id": "b", "depends_on": ["a"]}, {"id": "c", "depends_on": ["b"]}]}\
            """);

    assertThat(mistakes).hasSize(1);
    assertThat(mistakes.getFirst().message()).contains("a -> c -> b -> a");
  }

  @Test
  void an_order_that_fits_is_kept_and_others_are_put_right() {
    assertThat(
            read("""
            {"name": "n", "steps": [
              {"id": "c"}, {"id": "a", "depends_on": ["b"]}, {"id": "b"},
              {"id": "d", "depends_on": ["c"]}]}\
            """)
                .block()
                .steps())
        .extracting(StepDefinition::id)
        .containsExactly("c", "b", "a", "d");
  }

  @Test
  void expressions_may_only_speak_of_what_has_ended() {
    assertThat(
            pointers(
                """
                {"name": "n", "steps": [
                  {"id": "a", "type": "transform", "config": {"value": "${steps.b.output}"}},
                  {"id": "b", "type": "transform", "depends_on": ["a"], "when": "${steps.a.output}",
                   "config": {"value": {"x": ["${steps.nothing.output & 'steps.text'}"]}},
                   "compensate": {"config": {"own": "${steps.b.output}"}}},
                  {"id": "f", "type": "foreach", "depends_on": ["a"], "config": {
                    "items": "${steps.a.output}", "output": "${steps.in.output}", "steps": [
                      {"id": "in", "type": "transform", "config": {"value": "${steps.a & item}"}},
                      {"id": "no", "type": "transform", "config": {"value": "${steps.in}"}}]}},
                  {"id": "open", "type": "transform", "config": {"value": "${1"}}],
                 "output": "${steps.b.output & steps.`x y`.output & input.steps.z}"}\
                """))
        .containsExactlyInAnyOrder(
            "/steps/0/config/value",
            "/steps/1/config/value/x/0",
            "/steps/2/config/steps/1/config/value",
            "/steps/3/config/value",
            "/output");
  }

  @Test
  void limits_are_told() {
    var many = new StringBuilder("{\"name\": \"n\", \"steps\": [");
    for (int i = 0; i <= DefinitionReader.STEPS_MAX; i++) {
      many.append(i == 0 ? "" : ",").append("{\"id\": \"s").append(i).append("\"}");
    }
    assertThat(mistakes(many + "]}").getFirst().message()).contains("more than 1000 steps");
    var deep = "[".repeat(1_000) + "]".repeat(1_000);
    assertThat(mistakes("{\"name\": \"n\", \"steps\": " + deep + "}").getFirst().message())
        .contains("nesting depth");
    assertThat(mistakes("{\"name\": \"n\", \"steps\": [{\"id\": \"" + "x".repeat(101) + "\"}]}"))
        .extracting(Mistake::fix)
        .containsExactly("use at most 100");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nope",
        "[]",
        "7",
        "null",
        "{\"name\": 1",
        "{\"a\": 1, \"a\": 2}",
        "{} {}",
        "{\"name\": \"n\", \"steps\": {}}",
        "{\"name\": \"n\", \"steps\": []}"
      })
  void what_is_no_definition_is_refused(String json) {
    assertThat(mistakes(json)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b", "a#2", "a[0]", "~a", "%41", "\u263a", "a\tb", " a", "a\"", "'"})
  void ids_with_strange_characters_are_refused(String id) {
    var json = "{\"name\": \"n\", \"steps\": [{\"id\": %s}]}".formatted(quoted(id));

    assertThat(pointers(json)).containsExactly("/steps/0/id");
  }

  @ParameterizedTest
  @CsvSource({"2d,P2D", "1h30m,PT1H30M", "500ms,PT0.5S", "90s,PT1M30S", "1.5,PT1.5S", "0,PT0S"})
  void durations_are_written_as_people_do(String text, String expected) {
    var json = text.matches("[0-9.]+") ? text : "\"" + text + "\"";
    var definition =
        read("{\"name\": \"n\", \"timeout\": %s, \"steps\": [{\"id\": \"a\"}]}".formatted(json));

    assertThat(definition.timeout()).isEqualTo(Duration.parse(expected));
  }

  @Test
  void a_template_ends_where_its_braces_do() {
    assertThat(Template.of("a ${ {\"x\": \"}\"}.x } b $${c} ${`}`}${/[}]/}").parts())
        .containsExactly(
            new Template.Literal("a "),
            new Template.Expression("{\"x\": \"}\"}.x"),
            new Template.Literal(" b ${c} "),
            new Template.Expression("`}`"),
            new Template.Expression("/[}]/"));
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\"", "\\\"").replace("\t", "\\t") + "\"";
  }

  private static Definition read(String json) {
    var result = DefinitionReader.read(json);
    assertThat(result.mistakes()).isEmpty();
    return Objects.requireNonNull(result.definition());
  }

  private static List<Mistake> mistakes(String json) {
    var result = DefinitionReader.read(json);
    assertThat(result.definition() == null).isEqualTo(!result.mistakes().isEmpty());
    return result.mistakes();
  }

  private static List<String> pointers(String json) {
    return mistakes(json).stream().map(Mistake::pointer).toList();
  }
}
