package dev.holdfast.server.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import dev.holdfast.server.api.TestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The dashboard in a real browser, over a real server. */
@ResourceLock("chromium")
class PagesIT {

  private static final String QUICK =
      """
      {"name": "quick", "steps": [
        {"id": "one", "type": "task", "config": {"duration_seconds": 0.1}},
        {"id": "two", "type": "task", "depends_on": ["one"],
         "config": {"duration_seconds": 0.1}}]}\
      """;

  private static final String BROKEN =
      """
      {"name": "broken", "steps": [
        {"id": "before", "type": "task", "config": {"duration_seconds": 0}},
        {"id": "bad", "type": "task", "depends_on": ["before"],
         "config": {"duration_seconds": 0, "fail_probability": 1, "max_retries": 2}},
        {"id": "after", "type": "task", "depends_on": ["bad"]}]}\
      """;

  private static final String SLOW =
      """
      {"name": "slow", "steps": [
        {"id": "long", "type": "task", "config": {"duration_seconds": 600}}]}\
      """;

  private static final Pattern RUN_PAGE = Pattern.compile(".*/run\\.html\\?id=.*");

  private static Chromium chromium;

  @TempDir Path folder;

  private TestServer server;

  @BeforeAll
  static void startBrowser() {
    chromium = Chromium.start();
  }

  @AfterAll
  static void stopBrowser() {
    if (chromium != null) {
      chromium.close();
    }
  }

  @BeforeEach
  void startServer() throws IOException {
    server = TestServer.on(folder.resolve("pages.db").toString());
  }

  @AfterEach
  void nothingForbiddenHappened() {
    chromium.closePages();
    server.close();
    chromium.expectNoFaults();
  }

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

    page.getByRole(AriaRole.TAB, new GetByRoleOptions().setName("Timeline")).click();
    assertThat(page.locator(".tl-row")).hasCount(2);
    page.getByRole(AriaRole.TAB, new GetByRoleOptions().setName("Log")).click();
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
    page.locator("dialog").getByRole(AriaRole.BUTTON, named("Cancel run")).click();
    assertThat(page.locator(".run-title .chip")).hasText("Cancelled");
    assertThat(page.locator(".sentence")).containsText("not needed");
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
    page.locator("dialog").getByRole(AriaRole.BUTTON, named("Approve").setExact(true)).click();
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
    page.locator("dialog").getByRole(AriaRole.BUTTON, named("Skip step")).click();
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
    page.locator(".bulk").getByRole(AriaRole.BUTTON, named("retry").setExact(true)).click();
    assertThat(page.locator("dialog h2")).hasText("Retry from failed step: 3 runs");
    page.locator("dialog").getByRole(AriaRole.BUTTON, named("Leave them")).click();
    assertThat(server.get("/runs").json()).hasSize(3);
  }

  @Test
  void markupInNamesAndValuesIsShownAndNeverExecuted() {
    var evil = "<img src=x onerror=alert(1)>";
    var definition = QUICK.replace("\"quick\"", "\"" + evil + "\"");
    var run = server.start(server.workflow(definition), "{\"input\": {\"a\": \"" + evil + "\"}}");
    server.awaitStatus(run, "completed");
    var page =
        chromium.open(url("/run.html?id=" + run + "&step=%3Cscript%3Ealert(1)%3C/script%3E"));
    assertThat(page.locator("h1")).hasText(evil);
    page.getByText("Run input and output").click();
    assertThat(page.locator(".run-values")).containsText(evil);
    page.navigate(url("/?q=%3Cimg%20src=x%20onerror=alert(1)%3E"));
    assertThat(page.locator(".runs-table tbody tr")).containsText(evil);
    assertThat(page.locator("img")).hasCount(0);
  }

  @Test
  void aPageFollowsItsRunThroughTheDeathOfTheServer() throws Exception {
    var store = folder.resolve("killed.db");
    var first = ServerProcess.start(store, 0);
    Page page;
    try (first) {
      page = chromium.open(first.url() + "/");
      page.locator("#editor").fill(QUICK.replaceFirst("0\\.1", "3"));
      button(page, "Start workflow").click();
      page.waitForURL(RUN_PAGE);
      assertThat(page.locator(".node[data-step=one]")).hasAttribute("data-s", "running");
    }
    assertThat(page.getByText("Reconnecting.")).isVisible();
    assertThat(page.locator(".node[data-step=one]")).isVisible();
    try (var second = ServerProcess.start(store, first.port())) {
      assertThat(second.port()).isEqualTo(first.port());
      assertThat(page.locator(".run-title .chip")).hasText("Completed");
      assertThat(page.getByText("Reconnecting.")).isHidden();
      assertThat(page.locator(".facts").first()).containsText("taken up 2 times");
    }
    chromium.forgive("net::ERR");
  }

  @Test
  void noPageScrollsSidewaysFromPhoneToWideScreen() {
    server.awaitStatus(start(BROKEN), "failed");
    var run = start(SLOW);
    for (var path : new String[] {"/", "/run.html?id=" + run, "/workflows.html", "/system.html"}) {
      for (int width : new int[] {360, 768, 1920}) {
        var colors = width == 768 ? ColorScheme.DARK : ColorScheme.LIGHT;
        var page = chromium.open(url(path), width, 800, colors);
        assertThat(page.locator("html[data-ready]")).hasCount(1);
        assertThat(page.locator("#main > *").first()).isVisible();
        assertThat(page.evaluate("document.documentElement.scrollWidth - innerWidth"))
            .as("%s at %d", path, width)
            .isEqualTo(0);
      }
      chromium.closePages();
    }
  }

  private String start(String definition) {
    return server.start(server.workflow(definition), "{}");
  }

  private String url(String path) {
    return server.uri(path).toString();
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(name).setExact(true))
        .first();
  }

  private static Locator.GetByRoleOptions named(String name) {
    return new Locator.GetByRoleOptions().setName(name);
  }
}
