package dev.holdfast.server.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.options.ColorScheme;
import dev.holdfast.Holdfast;
import dev.holdfast.Retry;
import dev.holdfast.Run;
import dev.holdfast.RunFailedException;
import dev.holdfast.WorkflowContext;
import dev.holdfast.server.api.TestServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Makes the pictures of the documentation: {@code -Dscreenshots=true}. Each is of a real page over
 * runs that really happened.
 */
@EnabledIfSystemProperty(named = "screenshots", matches = "true")
class ScreenshotsIT extends InBrowser {

  private static final Path IMAGES = Path.of("..", "docs", "images");
  private static final int WIDTH = 1440;
  private static final int HEIGHT = 900;
  private static final int PHONE = 2400;

  private static final String FULFILMENT =
      """
      {"name": "order-fulfilment", "max_parallel": 4, "steps": [
        {"id": "validate", "type": "task", "config": {"duration_seconds": 0.4}},
        {"id": "fraud-score", "type": "transform", "depends_on": ["validate"],
         "config": {"value": {"score": 0.12}}},
        {"id": "reserve-stock", "type": "task", "depends_on": ["validate"],
         "config": {"duration_seconds": 0.8}},
        {"id": "manual-review", "type": "approval", "depends_on": ["fraud-score"],
         "when": "${steps.`fraud-score`.output.score > 0.8}"},
        {"id": "notify-risk", "type": "task", "depends_on": ["manual-review"]},
        {"id": "charge", "type": "task", "depends_on": ["fraud-score", "reserve-stock"],
         "retry": {"max_attempts": 3, "delay": "32s"},
         "config": {"duration_seconds": 0.6, "fail_probability": "${input.fails}"}},
        {"id": "print-labels", "type": "foreach", "depends_on": ["reserve-stock"], "config": {
          "items": "${[1..14].{'sku': 'SKU-' & $string(7700 + $ * 41), 'bad': $ > 12 ? 1 : 0}}",
          "key": "${item.sku}", "max_parallel": 14,
          "steps": [{"id": "print", "type": "task",
            "retry": {"max_attempts": 5, "delay": "40s"},
            "config": {"duration_seconds": 0.5,
              "fail_probability": "${item.bad * input.fails}"}}]}},
        {"id": "invoice", "type": "workflow", "depends_on": ["charge"],
         "config": {"workflow": "shop.invoice"}},
        {"id": "ship", "type": "task", "depends_on": ["charge", "print-labels"],
         "config": {"duration_seconds": 0.3}},
        {"id": "await-pickup", "type": "signal", "depends_on": ["ship"], "timeout": "2d"},
        {"id": "send-receipt", "type": "task", "depends_on": ["invoice", "await-pickup"],
         "config": {"duration_seconds": 0.2}}]}\
      """;

  private static final String INVOICE =
      """
      {"name": "shop.invoice", "steps": [
        {"id": "number", "type": "task", "config": {"duration_seconds": 0.1}},
        {"id": "send", "type": "task", "depends_on": ["number"],
         "config": {"duration_seconds": 0.2}}]}\
      """;

  @BeforeEach
  void runsOfYesterday() throws IOException {
    server.close();
    var store = folder.resolve("pages.db").toString();
    try (var holdfast = Holdfast.open(store)) {
      var pay =
          holdfast.workflow(
              "shop.pay.v1",
              String.class,
              String.class,
              (wf, order) -> {
                pay(wf);
                return order;
              });
      holdfast.start();
      var runs = Stream.of("pay-48102", "pay-48093", "pay-48077");
      runs.map(key -> pay.start(key, s -> s.key(key))).toList().forEach(ScreenshotsIT::end);
    }
    server = TestServer.on(store);
  }

  private static void end(Run<String> run) {
    try {
      run.join();
    } catch (RunFailedException expected) {
      // That is the picture.
    }
  }

  /** A payment whose last step never succeeds, and whose first is undone. */
  private static void pay(WorkflowContext wf) {
    wf.step("hold", () -> took(180, "h_5521"), s -> s.compensate(held -> took(90, held)));
    var mail = wf.async("mail", () -> took(120, "sent"));
    wf.map(
        "label",
        List.of("SKU-7741", "SKU-2093", "SKU-5518"),
        Object::toString,
        (in, item) -> in.step("print", () -> took(150, item)));
    wf.all(mail);
    wf.sleep("cool-off", Duration.ofSeconds(9));
    wf.step(
        "capture",
        () -> {
          took(110, "");
          throw new IllegalStateException(
              "new row for relation \"ledger_entry\" violates \"ledger_balance_check\"");
        },
        s -> s.retry(Retry.attempts(3).delay(Duration.ofMillis(700))));
  }

  private static String took(long millis, String value) {
    long until = System.nanoTime() + Duration.ofMillis(millis).toNanos();
    for (long left = until; left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(Math.min(left, 1_000_000));
    }
    return value;
  }

  @Test
  void picturesOfThePages() {
    server.workflow(INVOICE);
    var fulfilment = server.workflow(FULFILMENT);
    for (int i = 0; i < 12; i++) {
      var run = server.start(fulfilment, order(48_200 + i, 0));
      server.await(run, seen -> seen.get("phase").asString().equals("waiting"));
      server.post("/runs/" + run + "/signal", "{\"name\": \"await-pickup\", \"value\": true}");
      server.awaitStatus(run, "completed");
    }
    server.awaitStatus(start(BROKEN.replace("broken", "image-resize")), "failed");
    start(SLOW.replace("slow", "nightly-ledger"));
    server.start(fulfilment, order(48_212, 0));
    var retrying = server.start(fulfilment, order(48_213, 1));
    server.await(retrying, seen -> seen.at("/progress/done").asInt() >= 5);

    var run = openRun(retrying);
    assertThat(run.locator(".node[data-step=charge]")).hasAttribute("data-s", "retrying");
    run.locator(".node[data-step=charge]").click();
    assertThat(run.locator(".node[data-step=print-labels] .cell[data-s=completed]").first())
        .isVisible();
    take(run, "run");
    tab(run, "Timeline");
    take(run, "timeline");
    tab(run, "Log");
    take(run, "log");
    take(open("/run.html?id=" + retrying, ColorScheme.DARK), "dark");
    var phone = chromium.open(url("/run.html?id=" + retrying), 390, PHONE, ColorScheme.LIGHT);
    assertThat(phone.locator(".node").first()).isVisible();
    take(phone, "phone");

    var runs = open("/", ColorScheme.LIGHT);
    assertThat(runs.locator(".runs-table tbody tr").nth(10)).isVisible();
    take(runs, "runs");
    var failed = server.get("/runs?q=pay-48102").at("/0/id").asString();
    var page = open("/run.html?id=" + failed + "&tab=timeline", ColorScheme.LIGHT);
    assertThat(page.locator(".error-head")).isVisible();
    take(page, "failed");
    var system = open("/system.html", ColorScheme.LIGHT);
    assertThat(system.locator(".chart").nth(1)).isVisible();
    system.screenshot(options("system").setFullPage(true));
  }

  private static String order(int number, int fails) {
    return """
    {"key": "order-%d", "input": {"order_id": "%d", "amount": 184.50, "fails": %d}}\
    """
        .formatted(number, number, fails);
  }

  private Page open(String path, ColorScheme colors) {
    var page = chromium.open(url(path), WIDTH, HEIGHT, colors);
    assertThat(page.locator("html[data-ready]")).hasCount(1);
    assertThat(page.locator("#main h1").first()).isVisible();
    return page;
  }

  private static void take(Page page, String name) {
    assertThat(page.locator("html[data-ready]")).hasCount(1);
    page.screenshot(options(name));
  }

  private static ScreenshotOptions options(String name) {
    return new ScreenshotOptions().setPath(IMAGES.resolve(name + ".png"));
  }
}
