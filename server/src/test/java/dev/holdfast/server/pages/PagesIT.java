package dev.holdfast.server.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import dev.holdfast.server.ServerProcess;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The dashboard in a real browser, over a real server. */
class PagesIT extends InBrowser {

  @Test
  void aNewServerLeadsToItsFirstRunWhichIsWatchedToItsEnd() {
    var page = chromium.open(url("/"));
    assertThat(page.getByText("Nothing has run yet")).isVisible();
    page.locator("#editor").fill(QUICK);
    assertThat(page.getByText("Valid: 2 steps")).isVisible();
    button(page, "Start workflow").click();
    page.waitForURL(RUN_PAGE);
    assertThat(page.locator(".run-title .chip")).hasText("Completed");
    assertThat(page.locator(".node[data-s=completed]")).hasCount(2);
    assertThat(page.locator(".facts").first()).containsText("steps 2 of 2");

    tab(page, "Timeline");
    assertThat(page.locator(".tl-row")).hasCount(2);
    tab(page, "Log");
    assertThat(page.locator(".ev", new Page.LocatorOptions().setHasText("RunCompleted")))
        .isVisible();
  }

  @Test
  void aFailedRunShowsItsErrorAndItsAttemptsAndIsTriedAgain() {
    var run = start(BROKEN);
    server.awaitStatus(run, "failed");
    var page = chromium.open(url("/run.html?id=" + run));
    assertThat(page.locator(".run-title .chip")).hasText("Failed");
    var inspector = page.locator(".inspector");
    assertThat(inspector.locator("h2").first()).hasText("bad");
    assertThat(inspector.locator(".ins-title .chip")).containsText("attempt 3 of 3");
    assertThat(inspector.locator(".attempt")).hasCount(3);
    assertThat(inspector.locator(".error-head")).containsText("simulated failure");
    assertThat(page.locator(".node[data-step=bad]")).hasAttribute("data-s", "failed");
    assertThat(page.locator(".node[data-step=after]")).hasAttribute("data-s", "pending");

    button(page, "Retry from failed step").click();
    page.waitForURL(address -> address.contains("id=") && !address.contains(run));
    assertThat(page.locator(".facts").first()).containsText("retry of");
    assertThat(page.locator(".node[data-step=before]")).hasAttribute("data-s", "completed");

    page.navigate(url("/"));
    assertThat(page.locator(".errow")).containsText("simulated failure");
  }

  @Test
  void everyPaneShowsThePastWhereverTheSliderIs() {
    var run = start(QUICK);
    server.awaitStatus(run, "completed");
    var page = chromium.open(url("/run.html?id=" + run));
    assertThat(page.locator(".node[data-s=completed]")).hasCount(2);
    page.getByRole(AriaRole.SLIDER).fill("1");
    assertThat(page.getByText("the past")).isVisible();
    assertThat(page.locator(".node[data-s=pending]")).hasCount(2);
    assertThat(button(page, "Retry from failed step")).isDisabled();
    page.locator("#play").click();
    assertThat(page.locator(".node[data-s=completed]")).hasCount(2);
    assertThat(page.getByText("the past")).isHidden();
  }

  @Test
  void anUploadedFileFillsTheEditorAndStartsNothing() {
    server.awaitStatus(start(QUICK), "completed");
    var page = chromium.open(url("/"));
    page.getByLabel("Workflow file")
        .setInputFiles(
            new FilePayload(
                "broken.json", "application/json", BROKEN.getBytes(StandardCharsets.UTF_8)));
    assertThat(page.locator("#editor")).hasValue(BROKEN);
    assertThat(page.getByText("Valid: 3 steps")).isVisible();
    assertThat(server.get("/runs").json()).hasSize(1);
  }

  @Test
  void whatIsWrongIsShownAtItsLineWhileItIsTyped() {
    server.awaitStatus(start(QUICK), "completed");
    var page = chromium.open(url("/"));
    page.locator("#editor").fill("{\n \"name\": \"a\",\n \"steps\": [\n");
    assertThat(page.locator(".problems")).containsText("Line 3: a [ has no closing ]");
    assertThat(button(page, "Start workflow")).isDisabled();

    page.locator("#editor").fill(QUICK.replace("[\"one\"]", "[\"onne\"]"));
    assertThat(page.locator(".problems")).containsText("Line 3:");
    assertThat(page.locator(".problems")).containsText("onne");
    assertThat(page.locator(".problems")).containsText("did you mean \"one\"?");
    assertThat(page.locator(".editor .ln.bad")).hasCount(1);
  }

  @Test
  void theListStaysStillUntilNewRunsAreAskedFor() {
    server.awaitStatus(start(QUICK), "completed");
    var page = chromium.open(url("/"));
    assertThat(page.locator(".runs-table tbody tr")).hasCount(1);
    assertThat(page.getByText("Live")).isVisible();
    server.awaitStatus(start(QUICK), "completed");
    assertThat(page.getByText("1 newer run")).isVisible();
    assertThat(page.locator(".runs-table tbody tr")).hasCount(1);
    page.keyboard().press(".");
    assertThat(page.locator(".runs-table tbody tr")).hasCount(2);
    assertThat(page.locator(".counter[data-s=completed] .val")).hasText("2");
  }

  @Test
  void aRunIsCancelledFromItsPage() {
    var run = start(SLOW);
    server.await(run, seen -> seen.at("/steps/0/status").asString().equals("running"));
    var page = chromium.open(url("/run.html?id=" + run));
    assertThat(page.locator(".run-title .chip")).hasText("Running");
    button(page, "Cancel run…").click();
    page.getByLabel("Reason").fill("not needed");
    inDialog(page, "Cancel run").click();
    assertThat(page.locator(".run-title .chip")).hasText("Cancelled");
    assertThat(page.locator(".sentence")).containsText("not needed");
    // Nothing goes on in a run that has ended.
    assertThat(page.locator(".node[data-step=long]")).hasAttribute("data-s", "cancelled");
    assertThat(page.locator(".ins-title .chip")).hasText("Cancelled");
    assertThat(page.locator(".attempt")).containsText("cancelled after");
  }

  @Test
  void somebodyApprovesAndTheRunGoesOn() {
    var run =
        start(
            """
            {"name": "asks", "steps": [
              {"id": "ask", "type": "approval"},
              {"id": "then", "type": "task", "depends_on": ["ask"],
               "config": {"duration_seconds": 0}}]}\
            """);
    var page = chromium.open(url("/run.html?id=" + run));
    assertThat(page.locator(".run-title .chip")).hasText("Waiting");
    button(page, "Approve or reject…").click();
    page.getByLabel("Your name").fill("ann");
    inDialog(page, "Approve").click();
    assertThat(page.locator(".run-title .chip")).hasText("Completed");
    assertThat(server.get("/runs/" + run).text("/steps/0/output/by")).isEqualTo("ann");
  }

  @Test
  void aStepIsSkippedWithAValue() {
    var run = start(BROKEN.replace("\"max_retries\": 2", "\"max_retries\": 0"));
    server.awaitStatus(run, "failed");
    var page = chromium.open(url("/run.html?id=" + run));
    button(page, "Skip with value…").click();
    page.getByLabel("Output").fill("{\"made\": by hand}");
    assertThat(page.locator("dialog .bad")).containsText("a string needs quotes");
    page.getByLabel("Output").fill("{\"made\": \"by hand\"}");
    inDialog(page, "Skip step").click();
    page.waitForURL(address -> address.contains("id=") && !address.contains(run));
    assertThat(page.locator(".run-title .chip")).hasText("Completed");
  }

  @Test
  void bulkActionsSayHowManyRunsTheyWouldChange() {
    for (int i = 0; i < 3; i++) {
      server.awaitStatus(start(BROKEN), "failed");
    }
    var page = chromium.open(url("/?phase=failed"));
    page.getByLabel("Select all on this page").check();
    assertThat(page.locator(".bulk")).containsText("3 selected");
    button(page, "retry").click();
    assertThat(page.locator("dialog h2")).hasText("Retry from failed step: 3 runs");
    inDialog(page, "Leave them").click();
    assertThat(server.get("/runs").json()).hasSize(3);
    button(page, "retry").click();
    inDialog(page, "Retry from failed step 3").click();
    assertThat(page.locator(".toast").last()).containsText("Started again: 3 runs.");
    assertThat(server.get("/runs").json()).hasSize(6);
  }

  @Test
  void markupInNamesErrorsAndOutputsIsShownAndNeverExecuted() {
    var evil = "<img src=x onerror=alert(1)>";
    var run =
        server.start(
            server.workflow(
                """
                {"name": "EVIL", "steps": [
                  {"id": "says", "type": "transform", "config": {"value": "EVIL"}},
                  {"id": "throws", "type": "transform", "depends_on": ["says"],
                   "config": {"value": "${$error('EVIL')}"}}]}\
                """
                    .replace("EVIL", evil)),
            "{\"input\": {\"a\": \"" + evil + "\"}, \"key\": \"" + evil + "\"}");
    server.awaitStatus(run, "failed");
    var page =
        chromium.open(url("/run.html?id=" + run + "&step=%3Cscript%3Ealert(1)%3C/script%3E"));
    assertThat(page.locator("h1")).hasText(evil);
    assertThat(page.locator(".error-head")).containsText(evil);
    page.locator(".node[data-step=says]").click();
    assertThat(page.locator(".inspector")).containsText(evil);
    page.getByText("Run input and output").click();
    assertThat(page.locator(".run-values")).containsText(evil);
    for (var view : new String[] {"Timeline", "Log"}) {
      tab(page, view);
      assertThat(page.locator(".view")).containsText(evil);
    }
    for (var path : new String[] {"/?q=%3Cimg%20src=x%20onerror=alert(1)%3E", "/workflows.html"}) {
      page.navigate(url(path));
      assertThat(page.locator("#main")).containsText(evil);
      assertThat(page.locator("img")).hasCount(0);
    }
  }

  @Test
  void aPageFollowsItsRunThroughTheDeathOfTheServer() throws Exception {
    var store = folder.resolve("killed.db").toString();
    var environment = Map.of("HOLDFAST_HTTP_ALLOW_PRIVATE_ADDRESSES", "true");
    try (var outside = new SlowEndpoint();
        var first = ServerProcess.start(folder, store, 0, environment)) {
      var page = chromium.open(first.url() + "/");
      page.locator("#editor").fill(outside.workflow());
      button(page, "Start workflow").click();
      page.waitForURL(RUN_PAGE);
      assertThat(page.locator(".node[data-step=one]")).hasAttribute("data-s", "running");
      first.kill();
      assertThat(page.getByText("Reconnecting.")).isVisible();
      assertThat(page.locator(".node[data-step=one]")).isVisible();
      outside.answer();
      try (var second = ServerProcess.start(folder, store, first.port(), environment)) {
        assertThat(second.port()).isEqualTo(first.port());
        assertThat(page.locator(".run-title .chip")).hasText("Completed");
        assertThat(page.getByText("Reconnecting.")).isHidden();
        assertThat(page.locator(".facts").first()).containsText("taken up 2 times");
        tab(page, "Timeline");
        assertThat(page.locator(".tl-over .lost")).containsText("lost");
        assertThat(page.locator(".tl-row[data-step=one] .bar.cut")).hasCount(1);
        tab(page, "Log");
        assertThat(page.locator(".ev-group")).hasCount(2);
        // Or it would try to reach this server, too, when that is gone.
        page.close();
      }
    }
    chromium.forgive("net::ERR");
  }

  @Test
  void noPageScrollsSidewaysFromPhoneToWideScreen() {
    server.awaitStatus(start(BROKEN), "failed");
    var run = start(SLOW);
    var pages =
        Map.of(
            "/",
            ".runs-table tbody tr",
            "/run.html?id=" + run,
            ".node",
            "/workflows.html",
            ".wf-grid .node",
            "/system.html",
            ".dl-table tbody tr");
    for (var path : pages.keySet()) {
      for (int width : new int[] {360, 768, 1440, 1920}) {
        var colors = width == 768 ? ColorScheme.DARK : ColorScheme.LIGHT;
        var page = chromium.open(url(path), width, 800, colors);
        assertThat(page.locator(pages.get(path)).first()).isVisible();
        assertThat(page.evaluate("document.documentElement.scrollWidth - innerWidth"))
            .as("%s at %d", path, width)
            .isEqualTo(0);
      }
      chromium.closePages();
    }
  }
}
