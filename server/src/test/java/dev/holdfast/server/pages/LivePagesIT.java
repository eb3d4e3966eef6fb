package dev.holdfast.server.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.playwright.options.AriaRole;
import dev.holdfast.Stores;
import dev.holdfast.server.ServerProcess;
import dev.holdfast.server.access.Token;
import dev.holdfast.server.http.Scope;
import dev.holdfast.store.TokenRow;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Pages stay true to the server while it, or the way to it, is in trouble. */
class LivePagesIT extends InBrowser {

  /** What a screen reader has been told, from now on. */
  private static final String LISTEN =
      """
      () => {
        window.spoken = [];
        new MutationObserver((changes) => changes.forEach(({ target }) => {
          const live = (target.closest ? target : target.parentElement)?.closest('[aria-live]');
          if (live) window.spoken.push(live.textContent);
        })).observe(document.body, { subtree: true, childList: true, characterData: true });
      }
      """;

  @Test
  void aServerThatStandsStillIsNoticedThoughItsStreamIsOpen() throws Exception {
    var store = folder.resolve("frozen.db").toString();
    try (var process = ServerProcess.start(folder, store, 0, Map.of())) {
      var page = chromium.open(process.url() + "/");
      assertThat(page.getByText("Nothing has run yet")).isVisible();
      assertThat(page.getByText("Live")).isVisible();
      process.freeze();
      assertThat(page.getByText("Reconnecting.")).isVisible();
      process.thaw();
      assertThat(page.getByText("Reconnecting.")).isHidden();
      assertThat(page.getByText("Live")).isVisible();
      page.close();
    }
    chromium.forgive("net::ERR");
  }

  @Test
  void pagesAndTheirStreamsWorkWithATokenAndNotWithout() throws Exception {
    var store = folder.resolve("closed.db").toString();
    var token = Token.fresh(new SecureRandom());
    try (var tokens = Stores.open(store)) {
      var row =
          new TokenRow(
              UUID.randomUUID(), "me", token.hash(), Scope.OPERATE.word(), Instant.now(), null);
      tokens.tokens().add(row);
    }
    var environment = Map.of("HOLDFAST_SECURITY_REQUIRE_TOKEN", "true");
    try (var process = ServerProcess.start(folder, store, 0, environment)) {
      var page = chromium.openWith(token.text(), process.url() + "/");
      page.locator("#editor").fill(QUICK);
      assertThat(page.getByText("Valid: 2 steps")).isVisible();
      button(page, "Start workflow").click();
      page.waitForURL(RUN_PAGE);
      assertThat(page.locator(".run-title .chip")).hasText("Completed");
      assertThat(page.getByText("Live")).isVisible();
      assertThatThrownBy(() -> chromium.open(process.url() + "/"))
          .hasMessageContaining("ERR_INVALID_AUTH_CREDENTIALS");
      chromium.closePages();
    }
    chromium.forgive("401");
  }

  @Test
  void withoutAStreamThePageAsksAgainAndAgain() {
    var run = start(BROKEN.replace("\"duration_seconds\": 0,", "\"duration_seconds\": 0.2,"));
    server.awaitStatus(run, "failed");
    var page = chromium.open(url("/workflows.html"));
    page.route("**/stream*", route -> route.abort());
    page.navigate(url("/"));
    assertThat(page.getByText("Polling")).isVisible();
    assertThat(page.locator(".runs-table tbody tr")).hasCount(1);
    start(QUICK);
    assertThat(page.getByText("1 newer run")).isVisible();
    chromium.forgive("net::ERR_FAILED");
  }

  @Test
  void aMomentThatCannotBeReadIsNotShownAsAnother() {
    var run = start(QUICK);
    server.awaitStatus(run, "completed");
    var page = openRun(run);
    assertThat(page.locator(".node[data-s=completed]")).hasCount(2);
    page.route("**/state?*", route -> route.abort());
    page.getByRole(AriaRole.SLIDER).fill("3");
    assertThat(page.getByText("This moment could not be read")).isVisible();
    assertThat(page.locator(".node")).hasCount(0);
    page.unroute("**/state?*");
    button(page, "Try again").click();
    assertThat(page.locator(".node")).hasCount(2);
    assertThat(page.getByText("the past")).isVisible();
    chromium.forgive("net::ERR_FAILED");
  }

  @Test
  void panesThatAreStillBeingReadDoNotClaimToBeEmpty() {
    var run = start(BROKEN);
    server.awaitStatus(run, "failed");
    var page = chromium.open(url("/workflows.html"));
    page.route("**/stream*", route -> {});
    page.route("**/events?*", route -> {});
    page.navigate(url("/run.html?id=" + run + "&tab=log"));
    assertThat(page.locator(".log [aria-busy]")).isVisible();
    assertThat(page.getByText("No event matches.")).hasCount(0);
    page.route("**/runs/errors*", route -> {});
    page.navigate(url("/"));
    assertThat(page.locator(".errors [aria-busy]")).isVisible();
    assertThat(page.getByText("No run has failed")).hasCount(0);
    page.route("**/runs?**", route -> {});
    page.keyboard().press("/");
    assertThat(page.getByLabel("Find a run")).isFocused();
    assertThat(page.getByText("No run matches.")).hasCount(0);
  }

  @Test
  void aCountdownIsSeenButNotReadAloud() {
    var run =
        start(
            """
            {"name": "later", "steps": [
              {"id": "nap", "type": "sleep", "config": {"duration": "10m"}}]}\
            """);
    var page = openRun(run);
    assertThat(page.locator(".sentence b")).containsText("in 9 min");
    page.evaluate(LISTEN);
    var before = page.locator(".sentence b").textContent();
    page.waitForCondition(() -> !page.locator(".sentence b").textContent().equals(before));
    page.waitForCondition(() -> page.locator(".facts").first().textContent().contains("for "));
    assertThat(page.evaluate("window.spoken.length")).isEqualTo(0);
    assertThat(page.locator("[aria-live]").first()).containsText("nap");
  }
}
