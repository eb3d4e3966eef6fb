package dev.holdfast.server.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the documentation says of a route.
 *
 * @param tag the heading it stands under
 * @param summary a few words
 * @param description what a caller should know beyond that
 * @param query the parameters it takes
 * @param request the schema of its body; null when it takes none
 * @param bodyRequired whether the body may be left out
 * @param answers what it may answer, besides what every route may
 */
public record Operation(
    String tag,
    String summary,
    String description,
    List<Query> query,
    @Nullable String request,
    boolean bodyRequired,
    List<Answer> answers) {

  /**
   * A parameter of the query.
   *
   * @param schema the JSON Schema of its value, as text
   */
  public record Query(String name, String description, String schema) {}

  /**
   * One answer.
   *
   * @param type media type; empty when there is no body
   * @param schema the name of a schema in the file of schemas; null when it is not JSON
   */
  public record Answer(int status, String description, String type, @Nullable String schema) {}

  public static Operation of(String tag, String summary, String description) {
    return new Operation(tag, summary, description, List.of(), null, false, List.of());
  }

  public Operation query(String name, String says, String schema) {
    var more = new ArrayList<>(query);
    more.add(new Query(name, says, schema));
    return new Operation(tag, summary, description, more, request, bodyRequired, answers);
  }

  public Operation body(String schema) {
    return new Operation(tag, summary, description, query, schema, true, answers);
  }

  public Operation optionalBody(String schema) {
    return new Operation(tag, summary, description, query, schema, false, answers);
  }

  public Operation json(int status, String says, String schema) {
    return answer(new Answer(status, says, Reply.JSON, schema));
  }

  public Operation plain(int status, String says, String type) {
    return answer(new Answer(status, says, type, null));
  }

  public Operation problem(int status, String says) {
    return answer(new Answer(status, says, Reply.PROBLEM, "Problem"));
  }

  private Operation answer(Answer answer) {
    var more = new ArrayList<>(answers);
    more.add(answer);
    return new Operation(tag, summary, description, query, request, bodyRequired, more);
  }
}
