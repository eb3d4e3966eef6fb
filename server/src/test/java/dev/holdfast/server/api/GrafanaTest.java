package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dashboard for Grafana shows what there is. */
class GrafanaTest {

  private static final Pattern METRIC = Pattern.compile("\\b(holdfast|jvm)_[a-z_]+");

  @TempDir Path folder;

  @Test
  void everyMetricOfTheDashboardIsOneThatAServerHas() throws Exception {
    var names = new TreeSet<String>();
    for (var panel : dashboard().get("panels")) {
      assertThat(panel.get("title").asString()).isNotBlank();
      for (var target : panel.get("targets")) {
        var expression = target.get("expr").asString();
        METRIC.matcher(expression).results().forEach(found -> names.add(found.group()));
      }
    }
    assertThat(names).hasSizeGreaterThan(15);
    try (var server = TestServer.on(folder.resolve("runs.db").toString())) {
      var metrics = server.get("/metrics").body();
      for (int i = 0; i < 1_000 && !metrics.contains("holdfast_queue_runs"); i++) {
        LockSupport.parkNanos(10_000_000);
        metrics = server.get("/metrics").body();
      }

      for (var name : names) {
        assertThat(metrics).contains("# TYPE " + name.replaceAll("_(bucket|sum|count)$", "") + " ");
      }
    }
  }

  private static JsonNode dashboard() throws IOException {
    var file = Path.of("docs", "grafana", "holdfast.json");
    for (var at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve(file))) {
        return new JsonMapper().readTree(Files.readString(at.resolve(file)));
      }
    }
    throw new AssertionError("there is no " + file);
  }
}
