package dev.holdfast.server.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The system's Chromium, and what its pages must never do: complain in the console, break the
 * content policy, or ask another host for anything.
 */
final class Chromium implements AutoCloseable {

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  private static final List<String> ARGUMENTS =
      List.of(
          "--no-sandbox",
          "--disable-gpu",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--no-first-run");

  private static final double PATIENCE_MS = 20_000;

  private final Playwright playwright;
  private final Browser browser;

  /** What pages have done that they must not. */
  private final List<String> faults = new ArrayList<>();

  private Chromium(Path executable) {
    var quiet = Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MS);
    playwright = Playwright.create(new Playwright.CreateOptions().setEnv(quiet));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions().setExecutablePath(executable).setArgs(ARGUMENTS));
  }

  /** Begins one; without a browser the tests are left out, except where nothing may be. */
  static Chromium start() {
    var found = find();
    if (found.isEmpty()) {
      var how = "There is no Chromium. Install the package chromium, or name one in CHROMIUM.";
      if ("true".equals(System.getenv("CI"))) {
        fail(how);
      }
      abort(how);
    }
    return new Chromium(found.orElseThrow());
  }

  private static Optional<Path> find() {
    var named = Optional.ofNullable(System.getenv("CHROMIUM")).map(Path::of).stream();
    var path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    var known =
        Stream.of(path.split(File.pathSeparator))
            .filter(folder -> !folder.isEmpty())
            .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)));
    return Stream.concat(named, known).filter(Files::isExecutable).findFirst();
  }

  Page open(String url) {
    return open(url, 1440, 900, ColorScheme.LIGHT);
  }

  /** A page in a window of its own, with nothing remembered. */
  Page open(String url, int width, int height, ColorScheme colors) {
    return open(
        url, new Browser.NewContextOptions().setViewportSize(width, height).setColorScheme(colors));
  }

  /** A page of somebody who has typed a token where the browser asked for a password. */
  Page openWith(String token, String url) {
    return open(url, new Browser.NewContextOptions().setHttpCredentials("me", token));
  }

  private Page open(String url, Browser.NewContextOptions options) {
    BrowserContext context = browser.newContext(options.setAcceptDownloads(true));
    context.setDefaultTimeout(PATIENCE_MS);
    var page = context.newPage();
    var authority = URI.create(url).getAuthority();
    page.onConsoleMessage(
        message -> {
          if (message.type().equals("error") || message.type().equals("warning")) {
            faults.add(message.type() + ": " + message.text());
          }
        });
    page.onPageError(error -> faults.add("thrown: " + error));
    page.onRequest(
        request -> {
          var uri = request.url();
          boolean ours = uri.startsWith("blob:") || uri.startsWith("data:");
          if (!ours && !authority.equals(URI.create(uri).getAuthority())) {
            faults.add("asked another host: " + uri);
          }
        });
    page.onDialog(
        dialog -> {
          faults.add("a script has opened a dialog: " + dialog.message());
          dialog.dismiss();
        });
    page.navigate(url);
    return page;
  }

  /** Before the server goes, or they would complain about that. */
  void closePages() {
    browser.contexts().forEach(BrowserContext::close);
  }

  /** Forgets faults that a test has made on purpose. */
  void forgive(String part) {
    faults.removeIf(fault -> fault.contains(part));
  }

  void expectNoFaults() {
    var found = List.copyOf(faults);
    faults.clear();
    assertThat(found).isEmpty();
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
