package dev.holdfast.server.api;

import dev.holdfast.Holdfast;
import dev.holdfast.server.http.Json;
import dev.holdfast.server.http.Method;
import dev.holdfast.server.http.Operation;
import dev.holdfast.server.http.Reply;
import dev.holdfast.server.http.Route;
import dev.holdfast.server.http.Scope;
import java.util.List;

/** The table of routes: the one place that says what this server answers. */
final class Api {

  private Api() {}

  static List<Route> routes(Holdfast holdfast) {
    return List.of(
        new Route(
            Method.GET,
            "/health/live",
            Scope.OPEN,
            exchange ->
                Reply.json(
                    200, Json.object().put("status", "live").put("node", holdfast.engine().node())),
            Operation.of("health", "Is the process alive?", "")));
  }
}
