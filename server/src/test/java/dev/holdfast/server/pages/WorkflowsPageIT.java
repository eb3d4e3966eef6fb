package dev.holdfast.server.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page.GetByLabelOptions;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Stored definitions: what they are, what has changed, and a form to start them. */
class WorkflowsPageIT extends InBrowser {

  private static final String SIZED =
      """
      {"name": "sized",
       "input_schema": {"type": "object", "required": ["size"], "properties": {
         "size": {"type": "integer", "title": "Size"}, "kind": {"enum": ["png", "jpg"]}}},
       "steps": [{"id": "one", "type": "transform", "config": {"value": "${input.size}"}}]}\
      """;

  /** The address of one definition; modules have addresses that are nearly like it. */
  private static final Pattern ONE = Pattern.compile(".*/workflows/[0-9a-f-]{36}");

  @Test
  void aFormIsMadeFromTheSchemaOfTheInput() {
    server.workflow(SIZED);
    var page = chromium.open(url("/workflows.html?name=sized"));
    assertThat(page.locator(".wf-graph .node")).hasCount(1);
    page.getByLabel("Size").fill("large");
    button(page, "Start").click();
    assertThat(page.locator(".field .bad")).isVisible();
    page.getByLabel("Size").fill("12");
    page.getByLabel("kind").selectOption("jpg");
    button(page, "Start").click();
    page.waitForURL(RUN_PAGE);
    assertThat(page.locator(".run-title .chip")).hasText("Completed");
    assertThat(page.locator(".inspector")).containsText("12");
    chromium.forgive("422");
  }

  @Test
  void versionsAreComparedLineByLine() {
    server.workflow(SIZED);
    server.workflow(SIZED.replace("\"jpg\"", "\"gif\""));
    var page = chromium.open(url("/workflows.html?name=sized&tab=diff"));
    assertThat(page.locator(".diff .removed")).containsText("jpg");
    assertThat(page.locator(".diff .added")).containsText("gif");
    assertThat(page.getByText("2 changed lines")).isVisible();
    page.getByLabel("Version", exactly()).selectOption("1");
    assertThat(page).hasURL(Pattern.compile(".*version=1.*"));
    assertThat(page.locator(".diff .added")).containsText("jpg");
  }

  @Test
  void aVersionThatCannotBeReadSaysSo() {
    server.workflow(SIZED);
    var page = chromium.open(url("/"));
    page.route(ONE, route -> route.abort());
    page.navigate(url("/workflows.html"));
    assertThat(page.getByText("The workflow could not be read")).isVisible();
    page.unroute(ONE);
    button(page, "Try again").click();
    assertThat(page.locator(".wf-graph .node")).hasCount(1);
    chromium.forgive("net::ERR_FAILED");
  }

  @Test
  void recentRunsAreMeasuredAgainstWhatIsUsual() {
    var workflow = server.workflow(QUICK);
    server.awaitStatus(server.start(workflow, "{}"), "completed");
    server.awaitStatus(server.start(workflow, "{}"), "completed");
    var page = chromium.open(url("/workflows.html?name=quick"));
    assertThat(page.locator(".recent")).hasCount(2);
    assertThat(page.getByText("usually")).isVisible();
    assertThat(page.locator(".recent .dur > b")).hasCount(2);
  }

  private static GetByLabelOptions exactly() {
    return new GetByLabelOptions().setExact(true);
  }
}
