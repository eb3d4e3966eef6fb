package dev.holdfast.server.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page.GetByLabelOptions;
import com.microsoft.playwright.options.SelectOption;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Finding runs in a long list. */
class RunsPageIT extends InBrowser {

  @Test
  void facetsNarrowTheListAndStandInTheAddress() {
    server.awaitStatus(start(QUICK), "completed");
    server.awaitStatus(start(BROKEN), "failed");
    var page = chromium.open(url("/"));
    var rows = page.locator(".runs-table tbody tr");
    assertThat(rows).hasCount(2);
    page.getByLabel("Workflow", exactly()).focus();
    page.getByLabel("Workflow", exactly()).selectOption("quick");
    assertThat(rows).hasCount(1);
    assertThat(rows).containsText("quick");
    assertThat(page).hasURL(Pattern.compile(".*workflow=quick.*"));
    page.goBack();
    assertThat(rows).hasCount(2);
    page.getByLabel("Error", exactly()).focus();
    page.getByLabel("Error", exactly()).selectOption(new SelectOption().setIndex(1));
    assertThat(rows).hasCount(1);
    assertThat(rows).containsText("broken");
  }

  @Test
  void runsAreFoundByTheirPriority() {
    server.awaitStatus(start(QUICK), "completed");
    server.start(server.workflow(SLOW), "{\"priority\": 7}");
    var page = chromium.open(url("/"));
    var rows = page.locator(".runs-table tbody tr");
    assertThat(rows).hasCount(2);
    page.getByLabel("Priority", exactly()).focus();
    page.getByLabel("Priority", exactly()).selectOption("7");
    assertThat(rows).hasCount(1);
    assertThat(rows).containsText("slow");
    assertThat(page).hasURL(Pattern.compile(".*priority=7.*"));
    button(page, "Remove the filter priority").click();
    assertThat(rows).hasCount(2);
  }

  @Test
  void keysMoveTheFocusThroughTheListAndSelect() {
    server.awaitStatus(start(QUICK), "completed");
    server.awaitStatus(start(BROKEN), "failed");
    var page = chromium.open(url("/"));
    var rows = page.locator(".runs-table tbody tr");
    assertThat(rows).hasCount(2);
    page.keyboard().press("j");
    assertThat(rows.first().locator("a")).isFocused();
    page.keyboard().press("ArrowDown");
    assertThat(rows.nth(1).locator("a")).isFocused();
    page.keyboard().press("k");
    assertThat(rows.first().locator("a")).isFocused();
    page.keyboard().press("x");
    assertThat(page.locator(".bulk")).containsText("1 selected");
    page.keyboard().press("Escape");
    assertThat(page.locator(".bulk")).hasCount(0);
    page.keyboard().press("n");
    assertThat(page.locator("#editor")).isFocused();
    page.keyboard().press("Escape");
    page.keyboard().press("f");
    assertThat(page.locator("#filter")).isFocused();
    page.keyboard().press("j");
    assertThat(page.locator("#filter")).hasValue("j");
  }

  @Test
  void aFilterThatCannotBeReadSaysSoAndIsReadAgainByItself() {
    server.awaitStatus(start(QUICK), "completed");
    server.awaitStatus(start(BROKEN), "failed");
    var page = chromium.open(url("/"));
    var rows = page.locator(".runs-table tbody tr");
    assertThat(rows).hasCount(2);
    page.route("**/runs?**", route -> route.abort());
    page.locator(".counter[data-s=failed]").click();
    assertThat(page.getByText("The list could not be read.")).isVisible();
    assertThat(rows).hasCount(2);
    page.unroute("**/runs?**");
    button(page, "Try again").click();
    assertThat(rows).hasCount(1);
    assertThat(page.getByText("The list could not be read.")).isHidden();
    chromium.forgive("net::ERR_FAILED");
  }

  @Test
  void aViewIsSavedUnderANameAndForgottenAgain() {
    server.awaitStatus(start(QUICK), "completed");
    server.awaitStatus(start(BROKEN), "failed");
    var page = chromium.open(url("/?workflow=broken"));
    assertThat(page.locator(".runs-table tbody tr")).hasCount(1);
    button(page, "Save this view").click();
    page.getByLabel("Name").fill("the broken ones");
    inDialog(page, "Save").click();
    page.navigate(url("/"));
    assertThat(page.locator(".runs-table tbody tr")).hasCount(2);
    page.getByText("the broken ones").click();
    assertThat(page.locator(".runs-table tbody tr")).hasCount(1);
    assertThat(page.locator(".views a[aria-current]")).hasText("the broken ones");
    button(page, "Forget the view the broken ones").click();
    assertThat(page.locator(".kept")).hasCount(0);
    assertThat(button(page, "Save this view")).isVisible();
  }

  private static GetByLabelOptions exactly() {
    return new GetByLabelOptions().setExact(true);
  }
}
