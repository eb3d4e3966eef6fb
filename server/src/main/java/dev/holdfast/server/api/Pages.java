package dev.holdfast.server.api;

import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.Reply;
import tools.jackson.databind.node.ArrayNode;

/** Lists that go on: plain arrays, with the address of the next page in the {@code Link} header. */
final class Pages {

  private Pages() {}

  /**
   * One page.
   *
   * @param field the field of a line by which the next page is asked for
   */
  static Reply of(Exchange exchange, ArrayNode rows, int limit, String field) {
    return next(exchange, Reply.json(200, rows), rows, limit, field);
  }

  /** The reply, with the address of the page that follows these lines if there may be one. */
  static Reply next(Exchange exchange, Reply.Whole reply, ArrayNode rows, int limit, String field) {
    if (rows.size() < limit || rows.isEmpty()) {
      return reply;
    }
    var rest = exchange.queryWithout("after");
    var after = rows.get(rows.size() - 1).get(field).asString();
    var next = exchange.pathOnly() + "?" + (rest.isEmpty() ? "" : rest + "&") + "after=" + after;
    return reply.with("Link", "<" + next + ">; rel=\"next\"");
  }
}
