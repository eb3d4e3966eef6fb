package dev.holdfast.server.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.graph.Mistake;
import dev.holdfast.log.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is found in a definition beyond what the core finds, and what a schema says of an input. */
class DefinitionCheckTest {

  @Test
  void expressionsThatCannotBeReadAreFoundWhereTheyStand() {
    assertThat(
            pointers(
                """
                {"name": "n", "steps": [
                  {"id": "a", "type": "transform", "config": {"value": ["${1 +}", "${input.x}"]}},
                  {"id": "b", "when": "${($}", "compensate": {"config": {"x": "${)}"}}}],
                 "output": {"x/y": "${'open}"}}\
                """))
        .containsExactlyInAnyOrder(
            "/steps/0/config/value/0",
            "/steps/1/when",
            "/steps/1/compensate/config/x",
            "/output/x~1y");
  }

  @Test
  void aMistakeIsReportedOnceAlthoughSeveralChecksFindIt() {
    assertThat(pointers("{\"name\": 7, \"steps\": [{\"id\": \"a\", \"config\": []}]}"))
        .containsExactlyInAnyOrder("/name", "/steps/0/config");
  }

  @Test
  void theSchemaFindsWhatTheCoreDoesNotLookFor() {
    assertThat(
            pointers(
                """
                {"name": "n", "steps": [{"id": "f", "type": "foreach", "config": {
                  "items": [1], "key": 7, "steps": [{"id": "a"}]}}]}\
                """))
        .containsExactly("/steps/0/config/key");
  }

  @Test
  void anInputSchemaMustBeOneAndStandAlone() {
    assertThat(pointers(withSchema("{\"type\": \"strange\"}")))
        .containsExactly("/input_schema/type");
    assertThat(pointers(withSchema("{\"$ref\": \"https://example.com/schema.json\"}")))
        .containsExactly("/input_schema/$ref");
    assertThat(pointers(withSchema("{\"items\": {\"$ref\": \"file:///etc/passwd\"}}")))
        .containsExactly("/input_schema/items/$ref");
    var own = withSchema("{\"$ref\": \"#/$defs/a\", \"$defs\": {\"a\": {}}}");
    assertThat(DefinitionCheck.accept(own)).isNotNull();
  }

  @Test
  void anInputIsHeldAgainstItsSchema() {
    var schema =
        Values.tree(
            new Json(
                """
                {"type": "object", "required": ["id"], "properties": {
                  "id": {"type": "string", "pattern": "^o-"}, "n": {"minimum": 1}}}\
                """));

    assertThat(Schemas.mistakes(schema, Values.tree(new Json("{\"id\": \"o-1\"}")))).isEmpty();
    assertThat(Schemas.mistakes(schema, Values.tree(new Json("{\"n\": 0}"))))
        .extracting(Mistake::pointer)
        .containsExactlyInAnyOrder("/id", "/n");
    assertThat(Schemas.mistakes(schema, Values.tree(new Json("{\"id\": \"x\"}"))))
        .extracting(Mistake::pointer)
        .containsExactly("/id");
  }

  @Test
  void aPatternThatWouldTakeForEverIsGivenUp() {
    var schema = Values.tree(new Json("{\"pattern\": \"(a+)+$\"}"));
    var value = Values.tree(new Json("\"" + "a".repeat(5_000) + "b\""));

    assertThat(Schemas.mistakes(schema, value))
        .extracting(Mistake::message)
        .containsExactly("a pattern of the schema takes too long for this value");
  }

  private static String withSchema(String schema) {
    return "{\"name\": \"n\", \"input_schema\": %s, \"steps\": [{\"id\": \"a\"}]}"
        .formatted(schema);
  }

  private static List<String> pointers(String json) {
    var refused = catchThrowableOfType(InvalidDefinition.class, () -> DefinitionCheck.accept(json));
    assertThat(refused).as(json).isNotNull();
    assertThat(refused.mistakes()).allMatch(mistake -> !mistake.fix().isBlank());
    return refused.mistakes().stream().map(Mistake::pointer).toList();
  }
}
