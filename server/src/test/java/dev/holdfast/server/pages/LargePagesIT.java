package dev.holdfast.server.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Many runs and long runs. That a page is smooth is because it holds few elements, whatever there
 * is to show: that is checked. How long frames took is only reported, as others use the machine.
 */
class LargePagesIT extends InBrowser {

  private static final int RUNS = 10_000;
  private static final int STEPS = 2_000;

  /** A definition may have no more; the rest are items of a loop. */
  private static final int STEPS_PLANNED = 1_000;

  private static final int AT_ONCE = 16;

  /** Elements that a page may have; ten thousand rows would be far more. */
  private static final int ELEMENTS_MAX = 4_000;

  /** Scrolls what is named, or the page, and says how long the frames were. */
  private static final String SCROLL =
      """
      async (name) => {
        const target = (name && document.querySelector(name)) || document.scrollingElement;
        const frames = [];
        let last = await new Promise(requestAnimationFrame);
        for (let i = 0; i < 120; i += 1) {
          const end = target.scrollHeight - target.clientHeight;
          const next = Math.min(end, target.scrollTop + 900);
          target.scrollTop = i % 40 < 20 ? next : end * (i % 7) / 7;
          const now = await new Promise(requestAnimationFrame);
          frames.push(now - last);
          last = now;
        }
        frames.sort((a, b) => a - b);
        return { median: frames[60], p95: frames[114], longest: frames[119],
          over50: frames.filter((ms) => ms > 50).length,
          elements: document.querySelectorAll('*').length };
      }
      """;

  @Test
  void tenThousandRunsAreAPageOfFifty(TestReporter reporter) throws Exception {
    var workflow = server.workflow(SLOW);
    try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Future<?>> starts = new ArrayList<>();
      for (int i = 0; i < AT_ONCE; i++) {
        starts.add(threads.submit(() -> startLater(workflow, RUNS / AT_ONCE)));
      }
      for (var start : starts) {
        start.get();
      }
    }
    var page = chromium.open(url("/"));
    assertThat(page.locator(".counter[data-s=pending] .val")).hasText("10,000");
    assertThat(page.locator(".runs-table tbody tr")).hasCount(50);
    report(reporter, "runs", scroll(page, ""));
    page.getByText("Older").click();
    assertThat(page.locator(".runs-table tbody tr")).hasCount(50);
    assertThat(button(page, "Newest")).isEnabled();
  }

  private void startLater(String workflow, int count) {
    for (int i = 0; i < count; i++) {
      server.start(workflow, "{\"run_at\": \"2999-01-01T00:00:00Z\"}");
    }
  }

  @Test
  void twoThousandStepsAreDrawnAsFew(TestReporter reporter) {
    var run = start(many(STEPS_PLANNED, STEPS - STEPS_PLANNED));
    server.awaitStatus(run, "completed");
    var page = openRun(run);
    assertThat(page.locator(".run-title .chip")).hasText("Completed");
    assertThat(page.locator(".left-bar .count")).not().hasText("0");
    assertThat(page.locator(".node").first()).isVisible();
    assertThat(page.locator(".node").count()).isLessThan(160);
    report(reporter, "graph", scroll(page, ".view"));
    tab(page, "Timeline");
    assertThat(page.locator(".tl-row").first()).isVisible();
    report(reporter, "timeline", scroll(page, ".view"));
    assertThat(page.locator(".tl-row").count()).isLessThan(100);
    tab(page, "Log");
    assertThat(page.locator(".ev").first()).isVisible();
    report(reporter, "log", scroll(page, ".view"));
    assertThat(page.locator(".ev").count()).isLessThan(150);
  }

  @Test
  void aRunIsDrawnBeforeItsLogHasBeenRead(TestReporter reporter) {
    var run = start(BROKEN);
    server.awaitStatus(run, "failed");
    openRun(run).close();
    var page = chromium.open(url("/workflows.html"));
    page.route("**/events?*", route -> {});
    page.navigate(url("/run.html?id=" + run));
    assertThat(page.locator(".node")).hasCount(3);
    assertThat(page.locator(".error-head")).isVisible();
    var paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime";
    var drawn = "performance.getEntriesByName('holdfast:run')[0].startTime";
    reporter.publishEntry("first paint in ms", String.valueOf(page.evaluate(paint)));
    reporter.publishEntry("run drawn in ms", String.valueOf(page.evaluate(drawn)));
  }

  /** Layers of steps, and a loop over as many items. */
  private static String many(int steps, int items) {
    var list =
        IntStream.range(0, steps - 2)
            .mapToObj(
                i ->
                    "{\"id\": \"s%d\", \"type\": \"transform\", %s\"config\": {\"value\": %d}}"
                        .formatted(
                            i, i < 50 ? "" : "\"depends_on\": [\"s%d\"], ".formatted(i - 50), i))
            .collect(Collectors.joining(", "));
    return """
    {"name": "many", "max_parallel": 20, "steps": [%s,
      {"id": "loop", "type": "foreach", "depends_on": ["s0"], "config": {
        "items": "${[1..%d]}", "max_parallel": 20,
        "steps": [{"id": "one", "type": "transform", "config": {"value": 1}}]}}]}\
    """
        .formatted(list, items);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> scroll(Page page, String what) {
    return (Map<String, Object>) page.evaluate(SCROLL, what);
  }

  private static void report(TestReporter reporter, String what, Map<String, Object> seen) {
    reporter.publishEntry(what + " frames in ms", seen.toString());
    assertThat(((Number) seen.getOrDefault("elements", 0)).intValue()).isBetween(50, ELEMENTS_MAX);
  }
}
