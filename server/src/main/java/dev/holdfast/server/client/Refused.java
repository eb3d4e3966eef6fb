package dev.holdfast.server.client;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The server has understood the request and does not do it; the message has all its reasons. */
public final class Refused extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int status;

  private Refused(int status, String message) {
    super(message);
    this.status = status;
  }

  static Refused of(int status, JsonNode problem) {
    List<String> lines = new ArrayList<>();
    lines.add(problem.path("detail").asString("The server answered " + status + "."));
    for (var error : problem.path("errors")) {
      var where = error.path("pointer").asString("");
      lines.add(
          "  %s %s. %s"
              .formatted(
                  where.isEmpty() ? "(all of it)" : where,
                  error.path("message").asString(""),
                  error.path("fix").asString("")));
    }
    return new Refused(status, String.join("\n", lines));
  }

  public int status() {
    return status;
  }
}
