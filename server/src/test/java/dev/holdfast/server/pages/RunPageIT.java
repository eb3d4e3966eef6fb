package dev.holdfast.server.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.holdfast.Holdfast;
import dev.holdfast.Signal;
import dev.holdfast.server.api.TestServer;
import dev.holdfast.store.RunPhase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the page of one run shows beside its graph, and the ways that lead away from it. */
class RunPageIT extends InBrowser {

  private static final Signal<String> GO = Signal.of("go", String.class);

  @Test
  void aRunIsForkedFromAStepWithAnotherInput() {
    var run =
        server.start(
            server.workflow(
                """
                {"name": "forked", "steps": [
                  {"id": "kept", "type": "task", "config": {"duration_seconds": 0}},
                  {"id": "again", "type": "transform", "depends_on": ["kept"],
                   "config": {"value": "${input.word}"}}]}\
                """),
            "{\"input\": {\"word\": \"old\"}}");
    server.awaitStatus(run, "completed");
    var kept = server.get("/runs/" + run).text("/steps/0/completed_at");
    var page = openRun(run);
    button(page, "Fork…").click();
    page.getByLabel("From step").selectOption("again");
    page.getByLabel("Input of the new run").fill("{\"word\": }");
    assertThat(inDialog(page, "Start the fork")).isDisabled();
    page.getByLabel("Input of the new run").fill("{\"word\": \"new\"}");
    inDialog(page, "Start the fork").click();
    page.waitForURL(address -> address.contains("id=") && !address.contains(run));
    assertThat(page.locator(".run-title .chip")).hasText("Completed");
    page.locator(".node[data-step=again]").click();
    assertThat(page.locator(".inspector")).containsText("\"new\"");
    var fork = page.url().replaceAll(".*id=([^&]+).*", "$1");
    var forked = server.get("/runs/" + fork);
    assertThat(forked.text("/steps/0/completed_at")).isEqualTo(kept);
    assertThat(server.get("/runs/" + run).text("/steps/1/output")).isEqualTo("old");
  }

  @Test
  void aConditionStandsOnTheEdgeOfTheStepThatItSkips() {
    var run =
        start(
            """
            {"name": "asks", "steps": [
              {"id": "score", "type": "transform", "config": {"value": {"risk": 0.1}}},
              {"id": "review", "type": "task", "depends_on": ["score"],
               "when": "${steps.score.output.risk > 0.8}"},
              {"id": "ship", "type": "task", "depends_on": ["score"],
               "config": {"duration_seconds": 0}}]}\
            """);
    server.awaitStatus(run, "completed");
    var page = openRun(run);
    assertThat(page.locator(".edge-lab")).hasText("risk > 0.8 is false");
    assertThat(page.locator(".node[data-step=review]")).hasAttribute("data-s", "skipped");
    page.locator(".node[data-step=review]").click();
    assertThat(page.locator(".inspector")).containsText("steps.score.output.risk > 0.8");
  }

  @Test
  void whatAStepWroteStandsBesideItsAttempt() {
    var run = start(QUICK);
    server.awaitStatus(run, "completed");
    var page = openRun(run);
    page.locator(".node[data-step=one]").click();
    assertThat(page.locator(".loglines .m").first()).containsText("works for 100 ms");
    assertThat(page.locator(".loglines .lv").first()).hasText("info");
  }

  @Test
  void manyEventsOfALoopAreOneRowUntilItIsOpened() {
    var run =
        start(
            """
            {"name": "loops", "steps": [{"id": "all", "type": "foreach", "config": {
              "items": "${[1..9]}", "max_parallel": 3,
              "steps": [{"id": "one", "type": "transform", "config": {"value": 1}}]}}]}\
            """);
    server.awaitStatus(run, "completed");
    var page = openRun(run);
    page.locator(".node[data-step=all]").click();
    tab(page, "Log");
    var fold = page.locator(".ev[aria-expanded=false]");
    assertThat(fold).containsText("27 events");
    assertThat(fold).containsText("9 scheduled, 9 started, 9 completed");
    var closed = page.locator(".ev").count();
    fold.click();
    assertThat(fold).hasCount(0);
    assertThat(page.locator(".ev")).hasCount(closed + 26);
  }

  @Test
  void aLoopCountsTheItemsThatHaveNotBegun() {
    var run =
        start(
            """
            {"name": "loops", "steps": [{"id": "all", "type": "foreach", "config": {
              "items": [0, 600, 0], "max_parallel": 1, "steps": [
                {"id": "one", "type": "task", "config": {"duration_seconds": "${item}"}}]}}]}\
            """);
    var page = openRun(run);
    assertThat(page.locator(".node[data-step=all]")).containsText("1 of 3 done");
    tab(page, "Timeline");
    assertThat(page.locator(".tl-row[data-step=all] .note")).hasText("1 of 3 done");
  }

  @Test
  void theHeadSaysHowLongSuchRunsUsuallyTake() {
    var workflow = server.workflow(QUICK);
    var first = server.start(workflow, "{}");
    server.awaitStatus(first, "completed");
    var page = openRun(server.start(workflow, "{}"));
    assertThat(page.locator(".run-head .facts")).containsText(", usually ");
  }

  @Test
  void theMiniMapGoesWhereItIsClicked() {
    var page = openRun(start(BROKEN));
    assertThat(page.locator(".node")).hasCount(3);
    assertThat(page.locator(".minimap")).hasCount(0);
    for (int i = 0; i < 8; i++) {
      button(page, "Larger").click();
    }
    var map = page.locator(".minimap");
    assertThat(map.locator(".cell")).hasCount(3);
    var top = "document.querySelector('.graph').scrollTop";
    page.evaluate(top + " = 0");
    var box = map.boundingBox();
    map.click(new Locator.ClickOptions().setPosition(box.width / 2, box.height - 2));
    page.waitForCondition(() -> ((Number) page.evaluate(top)).doubleValue() > 100);
  }

  @Test
  void childrenAndParentsLeadToEachOther() {
    server.workflow(QUICK);
    var parent =
        start(
            """
            {"name": "parent", "steps": [
              {"id": "calls", "type": "workflow", "config": {"workflow": "quick"}}]}\
            """);
    server.awaitStatus(parent, "completed");
    var page = openRun(parent);
    page.locator(".node[data-step=calls]").click();
    page.locator(".children a").click();
    assertThat(page.locator("h1")).hasText("quick");
    page.locator(".facts a").first().click();
    assertThat(page.locator("h1")).hasText("parent");
    assertThat(page.locator(".inspector h2").first()).hasText("calls");
  }

  @Test
  void codeThatGoesAnotherWayIsShownBesideWhatWasRecorded() throws IOException {
    var store = folder.resolve("diverged.db");
    var run = diverged(store);
    try (var other = TestServer.on(store.toString())) {
      var page = chromium.open(other.uri("/run.html?id=" + run).toString());
      assertThat(page.locator(".run-title .chip")).hasText("Paused");
      var sides = page.locator(".diverge-side");
      assertThat(sides.nth(0)).containsText("In the log");
      assertThat(sides.nth(0)).containsText("reserve");
      assertThat(sides.nth(1)).containsText("In the code");
      assertThat(sides.nth(1)).containsText("allocate");
      assertThat(button(page, "Accept and resume")).isEnabled();
      assertThat(page.locator(".tree")).containsText("validate");
      chromium.closePages();
    }
  }

  /** A run whose code has changed while it waited. */
  private static UUID diverged(Path store) {
    UUID id;
    try (var holdfast = Holdfast.open(store.toString())) {
      var workflow =
          holdfast.workflow(
              "shop",
              String.class,
              String.class,
              (wf, order) -> {
                wf.step("validate", () -> "ok");
                wf.step("reserve", () -> "R-1");
                return wf.await(GO);
              });
      holdfast.start();
      id = workflow.start("A-1").id();
      await(holdfast, id, RunPhase.WAITING);
    }
    try (var holdfast = Holdfast.open(store.toString())) {
      var workflow =
          holdfast.workflow(
              "shop",
              String.class,
              String.class,
              (wf, order) -> {
                wf.step("validate", () -> "ok");
                wf.step("allocate", () -> "A-1");
                return wf.await(GO);
              });
      holdfast.start();
      workflow.run(id).signal(GO, "go");
      await(holdfast, id, RunPhase.PAUSED);
    }
    return id;
  }

  private static void await(Holdfast holdfast, UUID run, RunPhase phase) {
    long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (RunPhase.of(holdfast.engine().header(run).orElseThrow().state()) != phase) {
      assertThat(System.nanoTime()).as("waits for " + phase).isLessThan(until);
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void aSignalIsSentAndAStepIsRunAgainWithAnotherInput() {
    var run =
        start(
            """
            {"name": "asks", "steps": [
              {"id": "go", "type": "signal"},
              {"id": "works", "type": "task", "depends_on": ["go"],
               "config": {"duration_seconds": "${steps.go.output}"}}]}\
            """);
    var page = openRun(run);
    assertThat(page.locator(".run-title .chip")).hasText("Waiting");
    button(page, "Send the signal…").click();
    page.getByLabel("Value (JSON)").fill("0.01");
    inDialog(page, "Send").click();
    assertThat(page.locator(".toast").last()).containsText("seq ");
    assertThat(page.locator(".run-title .chip")).hasText("Completed");
    page.locator(".node[data-step=works]").click();
    assertThat(page.locator(".inspector")).containsText("0.01");
    var file = page.waitForDownload(() -> button(page, "Export").click());
    assertThat(file.suggestedFilename()).isEqualTo(run + ".json");

    button(page, "Edit and rerun…").click();
    page.getByLabel("Input of the step").fill("{\"duration_seconds\": 0.02}");
    inDialog(page, "Start the fork").click();
    page.waitForURL(address -> address.contains("id=") && !address.contains(run));
    assertThat(page.locator(".run-title .chip")).hasText("Completed");
    page.locator(".node[data-step=works]").click();
    assertThat(page.locator(".inspector")).containsText("0.02");
  }

  @Test
  void aLoopInWhichSomethingFailsIsNowhereMerelyRunning() {
    var run =
        start(
            """
            {"name": "loops", "steps": [{"id": "all", "type": "foreach", "config": {
              "items": [0, 1, 0], "steps": [{"id": "one", "type": "task",
                "retry": {"max_attempts": 3, "delay": "10m"},
                "config": {"duration_seconds": 0, "fail_probability": "${item}"}}]}}]}\
            """);
    server.await(run, seen -> seen.get("phase").asString().equals("retrying"));
    var page = openRun(run);
    page.locator(".node[data-step=all]").click();
    assertThat(page.locator(".ins-title .chip")).hasText("1 failing");
    assertThat(page.locator(".node[data-step=all]")).hasAttribute("data-s", "retrying");
    assertThat(page.locator(".sentence .ref[data-s=running]")).hasCount(0);
  }

  @Test
  void everyKeyOfARunDoesWhatItsListSays() {
    var run = start(BROKEN);
    server.awaitStatus(run, "failed");
    var page = openRun(run);
    page.locator(".node[data-step=before]").click();
    page.keyboard().press("e");
    assertThat(page.locator(".inspector h2").first()).hasText("bad");
    page.keyboard().press("l");
    assertThat(page.locator(".ev").last()).containsText("RunFailed");
    page.keyboard().press("t");
    assertThat(page.locator(".tl-row")).hasCount(3);
    page.keyboard().press("g");
    assertThat(page.locator(".node")).hasCount(3);
    page.keyboard().press("[");
    page.keyboard().press("[");
    assertThat(page).hasURL(Pattern.compile(".*seq=\\d+.*"));
    page.keyboard().press("]");
    page.keyboard().press("]");
    assertThat(page.getByText("the past")).isHidden();
    page.keyboard().press("Space");
    assertThat(page.getByText("the past")).isVisible();
    assertThat(page.locator("#play")).hasAccessibleName("Pause");
    page.keyboard().press("Space");
    page.keyboard().press("Escape");
    assertThat(page.getByText("the past")).isHidden();
    page.keyboard().press("r");
    page.waitForURL(address -> address.contains("id=") && !address.contains(run));
  }

  @Test
  void aTriggeredRunSaysHowItsStepsAreTriedAgainAndWhichAreNot() {
    var workflow =
        server.workflow(
            """
            {"name": "triggered", "steps": [
              {"id": "work", "config": {"duration_seconds": 0}},
              {"id": "nap", "type": "sleep", "depends_on": ["work"],
               "config": {"duration": "1ms"}}]}\
            """);
    var run = server.post("/api/v1/" + workflow + "/trigger", "{}").text("/execution_id");
    server.awaitStatus(run, "completed");
    var page = openRun(run);
    var inspector = page.locator(".inspector");
    page.locator(".node", new Page.LocatorOptions().setHasText("work")).click();
    assertThat(inspector).containsText("4 attempts, 1s × 2, at most 1h");
    page.locator(".node", new Page.LocatorOptions().setHasText("nap")).click();
    assertThat(inspector).containsText("Retrynone");
  }

  @Test
  void darkAndLightFollowTheSystemUntilSomebodyChooses() {
    server.awaitStatus(start(QUICK), "completed");
    var page = chromium.open(url("/"), 1440, 900, ColorScheme.DARK);
    assertThat(page.locator(".runs-table tbody tr")).hasCount(1);
    var background = "getComputedStyle(document.body).backgroundColor";
    assertThat(page.evaluate(background)).isEqualTo("rgb(13, 17, 19)");
    page.keyboard().press("d");
    assertThat(page.evaluate(background)).isEqualTo("rgb(245, 246, 246)");
    page.reload();
    assertThat(page.locator("html[data-theme=light]")).hasCount(1);
    assertThat(page.evaluate(background)).isEqualTo("rgb(245, 246, 246)");
  }

  @Test
  void aPhoneShowsEverythingBelowEachOther() {
    var run = start(BROKEN);
    server.awaitStatus(run, "failed");
    var page = chromium.open(url("/run.html?id=" + run), 390, 844, ColorScheme.LIGHT);
    assertThat(page.locator(".node")).hasCount(3);
    assertThat(page.locator(".error-head")).containsText("simulated failure");
    var graph = page.locator(".stage").boundingBox();
    var inspector = page.locator(".inspector").boundingBox();
    assertThat(inspector.y).isGreaterThanOrEqualTo(graph.y + graph.height);
    assertThat(inspector.width).isLessThanOrEqualTo(390);
    page.navigate(url("/"));
    assertThat(page.locator(".runs-table thead")).isHidden();
    assertThat(page.locator(".runs-table tbody tr")).containsText("broken");
  }

  @Test
  void keysLeadThroughThePages() {
    var run = start(BROKEN);
    server.awaitStatus(run, "failed");
    var page = chromium.open(url("/"));
    assertThat(page.locator(".runs-table tbody tr")).hasCount(1);
    page.keyboard().press("?");
    assertThat(page.locator("dialog")).containsText("next and previous run");
    page.keyboard().press("Escape");
    assertThat(page.locator("dialog")).hasCount(0);
    page.keyboard().press("j");
    page.keyboard().press("Enter");
    page.waitForURL(RUN_PAGE);
    assertThat(page.locator(".run-title .chip")).hasText("Failed");
    page.keyboard().press("t");
    assertThat(page.locator(".tl-row")).hasCount(3);
    page.keyboard().press("[");
    assertThat(page.getByText("the past")).isVisible();
    page.keyboard().press("Escape");
    assertThat(page.getByText("the past")).isHidden();
    page.keyboard().press("/");
    page.getByLabel("Find a run").fill("bro");
    assertThat(page.locator(".jump-list li")).containsText("broken");
    page.keyboard().press("Escape");
    // Both at once: on a busy machine the second could come too late to belong to the first.
    page.evaluate(
        "for (const key of ['g', 'w']) document.body.dispatchEvent("
            + "new KeyboardEvent('keydown', { key, bubbles: true }))");
    page.waitForURL("**/workflows.html");
  }
}
