package dev.holdfast.server.pages;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.holdfast.server.api.TestServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A browser, a real server for each test, and the promise that no page did what it must not. */
@ResourceLock("chromium")
abstract class InBrowser {

  static final String QUICK =
      """
      {"name": "quick", "steps": [
        {"id": "one", "type": "task", "config": {"duration_seconds": 0.1}},
        {"id": "two", "type": "task", "depends_on": ["one"],
         "config": {"duration_seconds": 0.1}}]}\
      """;

  static final String BROKEN =
      """
      {"name": "broken", "steps": [
        {"id": "before", "type": "task", "config": {"duration_seconds": 0}},
        {"id": "bad", "type": "task", "depends_on": ["before"],
         "config": {"duration_seconds": 0, "fail_probability": 1, "max_retries": 2}},
        {"id": "after", "type": "task", "depends_on": ["bad"]}]}\
      """;

  static final String SLOW =
      """
      {"name": "slow", "steps": [
        {"id": "long", "type": "task", "config": {"duration_seconds": 600}}]}\
      """;

  static final Pattern RUN_PAGE = Pattern.compile(".*/run\\.html\\?id=.*");

  static Chromium chromium;

  @TempDir Path folder;

  TestServer server;

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

  String start(String definition) {
    return server.start(server.workflow(definition), "{}");
  }

  String url(String path) {
    return server.uri(path).toString();
  }

  Page openRun(String run) {
    return chromium.open(url("/run.html?id=" + run));
  }

  static void tab(Page page, String name) {
    page.getByRole(AriaRole.TAB, new GetByRoleOptions().setName(name)).click();
  }

  static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(name).setExact(true))
        .first();
  }

  static Locator inDialog(Page page, String button) {
    return page.locator("dialog")
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(button).setExact(true));
  }
}
