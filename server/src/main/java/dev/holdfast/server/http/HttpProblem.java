package dev.holdfast.server.http;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpStatus;
import tools.jackson.databind.node.ArrayNode;

/**
 * A request that is not answered as its sender hoped, as RFC 9457 wants it said. Thrown by whoever
 * finds out; carries no stack trace, because it is an answer and not a fault of ours.
 */
public final class HttpProblem extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;
  private final String detail;
  private final transient List<Mistake> errors;
  private final transient List<Reply.Field> fields;

  private HttpProblem(
      int status, String code, String detail, List<Mistake> errors, List<Reply.Field> fields) {
    super(detail, null, false, false);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.errors = errors;
    this.fields = fields;
  }

  /**
   * A problem without details.
   *
   * @param code a word for programs, such as {@code order_busy}
   * @param detail a sentence for people
   */
  public static HttpProblem of(int status, String code, String detail) {
    return new HttpProblem(status, code, detail, List.of(), List.of());
  }

  public HttpProblem errors(List<Mistake> found) {
    return new HttpProblem(status, code, detail, List.copyOf(found), fields);
  }

  public HttpProblem with(String name, String value) {
    var more = new ArrayList<>(fields);
    more.add(new Reply.Field(name, value));
    return new HttpProblem(status, code, detail, errors, more);
  }

  /** The connection ends with this answer, because what else it carries cannot be trusted. */
  public HttpProblem closing() {
    return with(Reply.CLOSE.name(), Reply.CLOSE.value());
  }

  public int status() {
    return status;
  }

  public String code() {
    return code;
  }

  public Reply.Whole reply() {
    return new Reply.Whole(status, fields, Reply.PROBLEM, body(status, code, detail, errors));
  }

  /** What is wrong, as every answer that says so has it. */
  public static void list(ArrayNode rows, List<Mistake> errors) {
    for (var error : errors) {
      rows.addObject()
          .put("pointer", error.pointer())
          .put("message", error.message())
          .put("fix", error.fix());
    }
  }

  static byte[] body(int status, String code, String detail, List<Mistake> errors) {
    var body = Json.object();
    body.put("type", "about:blank");
    body.put("title", HttpStatus.getMessage(status));
    body.put("status", status);
    body.put("code", code);
    body.put("detail", detail);
    if (!errors.isEmpty()) {
      list(body.putArray("errors"), errors);
    }
    return Json.bytes(body);
  }
}
