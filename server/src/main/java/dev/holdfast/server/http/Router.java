package dev.holdfast.server.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the route of a request. Paths are cut at their slashes before they are decoded, so an
 * encoded slash never becomes a border; only {@code {step+}} takes it as a part of its value.
 */
final class Router {

  /** The route and what stands in the places of its parameters. */
  record Match(Route route, Map<String, String> path) {}

  private record Line(Route route, List<String> segments) {

    /** Literal segments first, so that {@code /runs/counts} is not taken for a run. */
    String order() {
      var order = new StringBuilder();
      segments.forEach(s -> order.append(isParameter(s) ? '1' : '0'));
      return order.toString();
    }

    @Nullable Map<String, String> match(List<String> raw) {
      Map<String, String> found = new HashMap<>();
      int at = 0;
      for (int i = 0; i < segments.size(); i++) {
        var wanted = segments.get(i);
        int rest = segments.size() - i - 1;
        int take = wanted.endsWith("+}") ? raw.size() - at - rest : 1;
        if (take < 1 || at + take > raw.size()) {
          return null;
        }
        if (!isParameter(wanted)) {
          if (!wanted.equals(raw.get(at))) {
            return null;
          }
        } else {
          found.put(nameOf(wanted), valueOf(wanted, raw.subList(at, at + take)));
        }
        at += take;
      }
      return at == raw.size() ? found : null;
    }
  }

  private final List<Line> lines = new ArrayList<>();

  Router(List<Route> routes) {
    for (var route : routes) {
      lines.add(new Line(route, split(route.path())));
    }
    lines.sort(Comparator.comparing(Line::order));
  }

  /**
   * The route for this method and raw path; null when no route has this path.
   *
   * @throws HttpProblem 405 when the path has routes, but none for this method
   */
  @Nullable Match find(String method, String rawPath) {
    var raw = split(rawPath);
    var wanted = method.equals("HEAD") ? "GET" : method;
    var allowed = new TreeSet<String>();
    for (var line : lines) {
      var path = line.match(raw);
      if (path != null) {
        if (line.route.method().name().equals(wanted)) {
          return new Match(line.route, path);
        }
        allowed.add(line.route.method().name());
      }
    }
    if (allowed.isEmpty()) {
      return null;
    }
    if (allowed.contains("GET")) {
      allowed.add("HEAD");
    }
    var list = String.join(", ", allowed);
    throw HttpProblem.of(405, "wrong_method", "Here is only: " + list + ".").with("Allow", list);
  }

  private static List<String> split(String path) {
    return List.of(path.substring(1).split("/", -1));
  }

  private static boolean isParameter(String segment) {
    return segment.startsWith("{");
  }

  private static String nameOf(String segment) {
    return segment.substring(1, segment.length() - (segment.endsWith("+}") ? 2 : 1));
  }

  private static String valueOf(String wanted, List<String> raw) {
    var decoded = raw.stream().map(Paths::decode).toList();
    if (!wanted.endsWith("+}") && decoded.getFirst().contains("/")) {
      throw HttpProblem.of(400, "bad_path", "An encoded slash has no place in this address.");
    }
    return String.join("/", decoded);
  }
}
