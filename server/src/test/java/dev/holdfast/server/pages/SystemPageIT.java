package dev.holdfast.server.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page for whoever operates the server. */
class SystemPageIT extends InBrowser {

  @Test
  void itSaysHowTheSystemIsAndShowsWhatThatIsMadeOf() {
    server.awaitStatus(start(QUICK), "completed");
    var workflow = server.workflow(SLOW);
    server.start(workflow, "{\"priority\": 10, \"run_at\": \"2999-01-01T00:00:00Z\"}");
    var running = server.start(workflow, "{}");
    server.await(running, seen -> seen.at("/steps/0/status").asString().equals("running"));
    var page = chromium.open(url("/system.html"));
    assertThat(page.locator(".page-head .chip")).hasText("Healthy");
    assertThat(page.locator(".say")).containsText("1 node holds 1 run.");
    var queue = panel(page, "Queue");
    assertThat(queue.locator("tbody tr").first()).containsText("10");
    assertThat(queue).containsText("1 due later");
    assertThat(panel(page, "Nodes").locator("tbody tr")).containsText("This one");
    assertThat(panel(page, "Disk by table")).containsText("run_log");
    assertThat(panel(page, "Disk by table")).containsText("are kept for 30 days.");
    assertThat(panel(page, "Dead letters")).containsText("none");
    assertThat(page.locator(".kpi").first()).containsText("per second");
    button(page, "1 h").click();
    assertThat(page).hasURL(Pattern.compile(".*minutes=60.*"));
    assertThat(button(page, "1 h")).hasAttribute("aria-pressed", "true");
    // The second point comes ten seconds after the first.
    assertThat(page.locator(".chart")).hasCount(2);
    assertThat(page.locator(".chart").first()).hasAccessibleName(Pattern.compile("Steps per.*"));
    // Commits between two moments of rest are a single point, and are seen all the same.
    var median = page.locator(".chart").nth(1).locator("path.l1");
    assertThat(median).hasAttribute("d", Pattern.compile("M[\\d. ]+[Lh].*"));
    assertThat(page.locator(".chart .lab")).hasCount(0);
    page.locator(".chart").first().hover();
    assertThat(page.locator(".chart .lab"))
        .hasText(Pattern.compile("\\d\\d:\\d\\d:\\d\\d.*attempts .*failed .*"));
  }

  @Test
  void deadLettersAreCountedThenRequeuedOrDiscarded() {
    server.awaitStatus(start(BROKEN), "failed");
    server.awaitStatus(start(BROKEN), "failed");
    var other = start(BROKEN.replace("\"broken\"", "\"other\""));
    server.awaitStatus(other, "failed");
    var page = chromium.open(url("/system.html"));
    var letters = panel(page, "Dead letters");
    assertThat(letters.locator(".sub")).hasText("3 runs, 2 causes");

    var row = letters.locator("tbody tr", new Locator.LocatorOptions().setHasText("other"));
    row.getByRole(AriaRole.BUTTON, named("Discard…")).click();
    assertThat(page.locator("dialog h2")).hasText("Discard 1 run");
    inDialog(page, "Discard").click();
    assertThat(letters.locator(".sub")).hasText("2 runs, 1 cause");
    assertThat(server.get("/runs/" + other).text("/status")).isEqualTo("failed");

    letters.getByRole(AriaRole.BUTTON, named("Requeue all…")).click();
    assertThat(page.locator("dialog h2")).hasText("Requeue 2 runs");
    inDialog(page, "Leave them").click();
    assertThat(server.get("/runs").json()).hasSize(3);
    letters.getByRole(AriaRole.BUTTON, named("Requeue all…")).click();
    inDialog(page, "Requeue").click();
    assertThat(page.locator(".toast").last()).containsText("Requeued: 2 runs.");
    assertThat(server.get("/runs").json()).hasSize(5);
  }

  private static Locator panel(Page page, String name) {
    return page.locator("section.panel[aria-label=\"" + name + "\"]");
  }

  private static Locator.GetByRoleOptions named(String name) {
    return new Locator.GetByRoleOptions().setName(name);
  }
}
