package dev.holdfast.server.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Axe finds nothing serious on any page, light or dark. */
class AccessIT extends InBrowser {

  private static final String AXE = "/axe.min.js";

  /** What people with a screen reader, a keyboard or weak eyes could not use. */
  private static final String FIND =
      """
      async () => (await axe.run(document, { resultTypes: ['violations'] })).violations
        .filter((one) => one.impact === 'serious' || one.impact === 'critical')
        .map((one) => `${one.id}: ${one.help}: ${one.nodes.map((n) => n.html).join(' | ')}`)
      """;

  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "DARK"})
  void nothingSeriousIsFoundOnAnyPage(ColorScheme colors) throws IOException {
    var failed = start(BROKEN);
    server.awaitStatus(failed, "failed");
    server.awaitStatus(start(QUICK), "completed");
    var running = start(SLOW);
    var run = "/run.html?id=" + failed;
    for (var path :
        List.of(
            "/",
            "/?phase=failed",
            run,
            run + "&tab=timeline",
            run + "&tab=log",
            run + "&seq=3",
            "/run.html?id=" + running,
            "/run.html?id=nobody",
            "/workflows.html?name=broken",
            "/system.html")) {
      var page = chromium.open(url(path), 1440, 900, colors);
      assertThat(page.locator("html[data-ready]")).hasCount(1);
      assertThat(page.locator("#main h1, #main h2").first()).isVisible();
      expectNothingSerious(page, path);
      chromium.closePages();
    }
    chromium.forgive("404");
    chromium.forgive("400");
  }

  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "DARK"})
  void nothingSeriousIsFoundInDialogsAndOnTheFirstPage(ColorScheme colors) throws IOException {
    var page = chromium.open(url("/"), 1440, 900, colors);
    assertThat(page.getByText("Nothing has run yet")).isVisible();
    expectNothingSerious(page, "first start");
    page.keyboard().press("?");
    assertThat(page.locator("dialog")).isVisible();
    expectNothingSerious(page, "keys");
    var run = start(BROKEN);
    server.awaitStatus(run, "failed");
    page.navigate(url("/run.html?id=" + run));
    button(page, "Skip with value…").click();
    assertThat(page.locator("dialog")).isVisible();
    expectNothingSerious(page, "skip");
  }

  @Test
  void nothingSeriousIsFoundWhileAPageIsLoading() throws IOException {
    var page = chromium.open(url("/workflows.html"));
    page.route(address -> address.endsWith("/system"), route -> {});
    page.navigate(url("/system.html"));
    assertThat(page.locator("[aria-busy]")).isVisible();
    expectNothingSerious(page, "loading");
  }

  @Test
  void aButtonWithoutANameIsFound() throws IOException {
    var page = chromium.open(url("/"));
    assertThat(page.getByText("Nothing has run yet")).isVisible();
    page.evaluate("document.querySelector('#main').append(document.createElement('button'))");
    assertThat(findings(page).toString()).contains("button-name");
  }

  private static void expectNothingSerious(Page page, String where) throws IOException {
    assertThat(findings(page)).as(where).isEmpty();
  }

  private static List<?> findings(Page page) throws IOException {
    try (var in = AccessIT.class.getResourceAsStream(AXE)) {
      assertThat(in).as("axe-core on the class path").isNotNull();
      page.evaluate(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
    return (List<?>) page.evaluate(FIND);
  }
}
