package dev.holdfast.bench;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The figures of a server by name, in the order in which they were measured. */
final class ServerFigures {

  /** What a figure may be at most. */
  private static final Map<String, Double> BARS =
      Map.of(
          "start_up_s", 2.0,
          "start_run_p99_ms", 20.0,
          "trigger_p99_ms", 20.0,
          "failed", 0.0,
          "pool_trigger_p99_ms", 20.0,
          "pool_failed", 0.0);

  private final String store;
  private final Map<String, Double> figures = new LinkedHashMap<>();

  ServerFigures(String store) {
    this.store = store;
  }

  void put(String name, double figure) {
    figures.put(name, figure);
  }

  void put(String name, Percentiles latency) {
    put(name + "_p50_ms", latency.p50Ms());
    put(name + "_p99_ms", latency.p99Ms());
  }

  String json() {
    return figures.entrySet().stream()
        .map(entry -> "\"%s\": %s".formatted(entry.getKey(), shown(entry.getValue())))
        .collect(Collectors.joining(", ", "{\"store\": \"" + store + "\", ", "}"));
  }

  String table() {
    return figures.entrySet().stream()
        .map(entry -> line(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining("\n", "\nserver on " + store + "\n", "\n"));
  }

  private static String line(String name, double figure) {
    var bar = BARS.get(name);
    var verdict =
        bar == null ? "" : "bar: at most " + shown(bar) + (figure <= bar ? "" : "  MISSED");
    return "  %-24s %12s  %s".formatted(name, shown(figure), verdict).stripTrailing();
  }

  private static String shown(double figure) {
    return String.format(Locale.ROOT, "%.2f", figure);
  }
}
