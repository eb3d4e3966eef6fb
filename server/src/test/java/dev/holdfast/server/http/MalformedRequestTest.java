package dev.holdfast.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that no honest client sends: refused with a 4xx, and the next one is answered. */
@SuppressWarnings("StringConcatToTextBlock") // Text blocks hide the line ends, which count here.
class MalformedRequestTest {

  private static final int BODY_MAX = 64 * 1024;
  private static final Limits LIMITS =
      new Limits(
          BODY_MAX,
          16 * 1024,
          64,
          Duration.ofSeconds(1),
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          10,
          Duration.ofSeconds(15));

  private static final AtomicInteger HANDLED = new AtomicInteger();
  private static WebServer server;

  @BeforeAll
  static void start() throws IOException {
    var none = Operation.of("", "", "");
    RouteHandler ok = exchange -> Reply.text(200, "text/plain", "ok " + HANDLED.incrementAndGet());
    RouteHandler named = exchange -> Reply.text(200, "text/plain", exchange.path("id"));
    RouteHandler echo = exchange -> Reply.text(200, "text/plain", exchange.text());
    var routes =
        List.of(
            new Route(Method.GET, "/api/run", Scope.READ, ok, none),
            new Route(Method.GET, "/api/p/{id}", Scope.READ, named, none),
            new Route(Method.GET, "/api/s/{id+}/end", Scope.READ, named, none),
            new Route(Method.POST, "/api/echo", Scope.OPERATE, echo, none));
    server =
        new WebServer(
            new WebServer.Address("127.0.0.1", 0),
            routes,
            Access.LOOPBACK,
            new Neighbours(Neighbours.LOOPBACK),
            LIMITS);
    server.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void theNextRequestIsAnswered() throws IOException {
    assertThat(talk(RawClient.get("/api/run"))).startsWith("HTTP/1.1 200");
  }

  @Test
  void aHostIsSaidExactlyOnce() throws IOException {
    assertThat(status("GET /api/run HTTP/1.1\r\n\r\n")).isEqualTo(400);
    assertThat(status("GET /api/run HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n"))
        .isEqualTo(400);
    assertThat(status("GET /api/run HTTP/1.1\r\nHost: local host\r\n\r\n")).isEqualTo(400);
  }

  @Test
  void anUnknownVersionIsRefused() throws IOException {
    assertThat(status("GET /api/run HTTP/9.9\r\nHost: localhost\r\n\r\n")).isIn(400, 505);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 2\r\nTransfer-Encoding: chunked",
        "Content-Length: 2\r\nContent-Length: 3",
        "Content-Length: -1",
        "Content-Length: 2x",
        "Content-Length: 99999999999999999999",
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: gzip"
      })
  void aBodyWhoseEndIsUnclearIsRefused(String fields) throws IOException {
    var answer =
        talk(
            "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + fields
                + "\r\n\r\n0\r\n\r\nGET /api/run HTTP/1.1\r\nHost: localhost\r\n\r\n");

    assertThat(RawClient.status(answer)).isBetween(400, 499);
    assertThat(RawClient.answers(answer)).isEqualTo(1);
    assertThat(answer).contains("application/problem+json").contains("\"status\":4");
  }

  @Test
  void linesThatEndWithABareLineFeedAreRefused() throws IOException {
    assertThat(status("GET /api/run HTTP/1.1\nHost: localhost\n\n")).isEqualTo(400);
    assertThat(status("GET /api/run HTTP/1.1\r\nHost: localhost\r\nA: b\nC: d\r\n\r\n"))
        .isEqualTo(400);
    assertThat(status("GET /api/run HTTP/1.1\r\nHost: localhost\r\nA: b\r\n c\r\n\r\n"))
        .isEqualTo(400);
  }

  @Test
  void aBadChunkIsRefusedAndNothingAfterItIsRead() throws IOException {
    for (var chunk : List.of("zz\r\n{}\r\n0\r\n\r\n", "-1\r\n{}\r\n", "2\r\n{}XX0\r\n\r\n")) {
      var answer =
          talk(
              "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                  + "Transfer-Encoding: chunked\r\n\r\n"
                  + chunk
                  + "GET /api/run HTTP/1.1\r\nHost: localhost\r\n\r\n");

      assertThat(RawClient.status(answer)).isEqualTo(400);
      assertThat(RawClient.answers(answer)).isEqualTo(1);
    }
  }

  @Test
  void aHeadBeyondItsLimitIsRefused() throws IOException {
    var answer =
        talk("GET /api/run HTTP/1.1\r\nHost: localhost\r\nA: " + "a".repeat(32_768) + "\r\n\r\n");

    assertThat(RawClient.status(answer)).isEqualTo(431);
    assertThat(status(RawClient.get("/api/p/" + "a".repeat(32_768)))).isIn(414, 431);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/p/%00",
        "/api/p/a%00b",
        "/api/p/%0d%0aSet-Cookie:%20a=b",
        "/api/p/a%2fb",
        "/api/p/a%5cb%2f",
        "/api/p/../run",
        "/api/p/%2e%2e/run",
        "/api/p/.%2e/run",
        "/api/./run",
        "//api/run",
        "/api//run",
        "/api/run;x=1",
        "/api;x=1/run",
        "/api/run%3bx=1/..",
        "/api/p/%zz",
        "/api/p/%2",
        "/api/p/%c0%ae",
        "/api/p/%ff",
        "/api/p/\u0001",
        "api/run",
        "*"
      })
  void aPathThatCouldBeReadTwoWaysIsRefused(String target) throws IOException {
    assertThat(status(RawClient.get(target))).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/run/", "/API/run", "/api/runs", "/api/run%20"})
  void aPathThatIsNoRouteIsNotFound(String target) throws IOException {
    assertThat(status(RawClient.get(target))).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/web/index.html",
        "/../logback.xml",
        "/..%2flogback.xml",
        "/%2e%2e/logback.xml",
        "/..%5clogback.xml",
        "/logback.xml",
        "/dev/holdfast/server/Main.class",
        "/.hidden.txt"
      })
  void nothingOutsideTheFolderOfPagesIsServed(String target) throws IOException {
    assertThat(status(RawClient.get(target))).isIn(400, 404);
  }

  @Test
  void anEncodedSlashIsAPartOfANameWhereNamesHaveSlashes() throws IOException {
    assertThat(talk(RawClient.get("/api/s/a%2fb/end"))).endsWith("a/b");
    assertThat(talk(RawClient.get("/api/s/a/b/end"))).endsWith("a/b");
    assertThat(status(RawClient.get("/api/s/end"))).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DELETE", "TRACE", "OPTIONS", "PATCH", "get", "BREW"})
  void aMethodThatARouteDoesNotHaveIsRefused(String method) throws IOException {
    var answer = talk(RawClient.get("/api/run").replaceFirst("GET", method));

    assertThat(RawClient.status(answer)).isIn(400, 405);
    assertThat(answer).doesNotContain("ok ");
  }

  @Test
  void headIsGetWithoutItsBody() throws IOException {
    var answer = talk(RawClient.get("/api/p/abc").replaceFirst("GET", "HEAD"));

    assertThat(answer)
        .startsWith("HTTP/1.1 200")
        .contains("Content-Length: 3")
        .endsWith("\r\n\r\n");
  }

  @Test
  void aBodyThatSaysItIsTooLargeIsRefusedBeforeItIsSent() throws IOException {
    var head =
        "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: 11000000\r\n";

    assertThat(status(head + "\r\n")).isEqualTo(413);
    var asked = talk(head + "Expect: 100-continue\r\n\r\n");
    assertThat(RawClient.status(asked)).isEqualTo(413);
    assertThat(asked).contains("Connection: close");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Length: %d", "Transfer-Encoding: chunked"})
  void aClientThatSendsTooMuchBeforeItReadsStillGetsTheAnswer(String length) throws IOException {
    int pieces = 200;
    var piece = " ".repeat(100_000);
    try (var client = new RawClient(server.port())) {
      client.send(
          "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + length.formatted(pieces * piece.length())
              + "\r\n\r\n");
      boolean chunked = length.startsWith("T");
      for (int i = 0; i < pieces; i++) {
        client.send(chunked ? "186A0\r\n" + piece + "\r\n" : piece);
      }
      if (chunked) {
        client.send("0\r\n\r\n");
      }
      assertThat(RawClient.status(client.rest())).isEqualTo(413);
    }
  }

  @Test
  void nothingBehindABodyThatIsTooLargeIsTakenForARequest() throws IOException {
    int before = HANDLED.get();
    try (var client = new RawClient(server.port())) {
      client.send(
          "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + "Transfer-Encoding: chunked\r\n\r\n");
      var line = "GET /api/run HTTP/1.1\r\nHost: localhost\r\n\r\n";
      var chunk = Integer.toHexString(line.length() * 100) + "\r\n" + line.repeat(100) + "\r\n";
      int sent = 0;
      while (sent < 200 && client.trySend(chunk)) {
        sent++;
      }
      client.trySend(line.repeat(1_000));
      var answer = client.rest();

      assertThat(RawClient.answers(answer)).isLessThanOrEqualTo(1);
      assertThat(RawClient.status(answer)).isIn(0, 413);
    }
    assertThat(HANDLED.get()).isEqualTo(before);
  }

  @Test
  void aClientThatAsksForTheConnectionToBeClosedGetsOneAnswer() throws IOException {
    var answer = talk(RawClient.get("/api/run") + RawClient.get("/api/run"));

    assertThat(RawClient.answers(answer)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "G", "GET /api/run HTTP/1.1\r\nHost: local"})
  void aConnectionThatSaysTooLittleIsClosed(String beginning) throws IOException {
    var answer = talk(beginning);

    assertThat(RawClient.status(answer)).isIn(0, 400, 408);
  }

  @Test
  void aHeadThatArrivesByteByByteIsCutOff() throws Exception {
    try (var client = new RawClient(server.port())) {
      assertThat(trickle(client, "GET /api/run HTTP/1.1\r\nHost: localhost\r\nA: ")).isTrue();
    }
  }

  @Test
  void aBodyThatArrivesByteByByteIsCutOff() throws Exception {
    try (var client = new RawClient(server.port())) {
      client.send(
          "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + "Content-Length: 10000\r\n\r\n");
      assertThat(trickle(client, "")).isTrue();
      assertThat(RawClient.status(client.rest())).isIn(0, 408);
    }
  }

  @Test
  void aSilentBodyIsAnsweredInTime() throws IOException {
    var answer =
        talk(
            "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: 10\r\n\r\n{");

    assertThat(RawClient.status(answer)).isEqualTo(408);
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80"})
  void aNameThatIsNotOursIsRefused(String host) throws IOException {
    var answer = talk(RawClient.get("/api/run").replace("localhost", host));

    assertThat(RawClient.status(answer)).isEqualTo(421);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Origin: http://evil.example",
        "Origin: null",
        "Origin: http://localhost:1",
        "Origin: ::::",
        "Sec-Fetch-Site: cross-site"
      })
  void pagesOfOtherSitesMayNotAct(String field) throws IOException {
    var post =
        "POST /api/echo HTTP/1.1\r\n"
            + "Host: localhost\r\n"
            + "%sContent-Length: 0\r\n"
            + "Connection: close\r\n\r\n";

    assertThat(status(post.formatted(field + "\r\n"))).isEqualTo(403);
    assertThat(status(post.formatted("Origin: http://localhost\r\n"))).isEqualTo(200);
    assertThat(status(post.formatted(""))).isEqualTo(200);
  }

  @Test
  void onlyJsonIsTakenAsABody() throws Exception {
    for (var type : List.of("text/plain", "application/x-www-form-urlencoded", "", "json")) {
      assertThat(post(type, "{}".getBytes(UTF_8))).isEqualTo(415);
    }
    assertThat(post("application/json; charset=latin1", "{}".getBytes(UTF_8))).isEqualTo(415);
    assertThat(post("application/json", new byte[] {'"', (byte) 0xff, '"'})).isEqualTo(400);
    assertThat(post("application/json;charset=\"UTF-8\"", "{}".getBytes(UTF_8))).isEqualTo(200);
  }

  private static int post(String type, byte[] body) throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/api/echo"))
              .POST(HttpRequest.BodyPublishers.ofByteArray(body));
      if (!type.isEmpty()) {
        request.header("Content-Type", type);
      }
      return client.send(request.build(), BodyHandlers.ofString()).statusCode();
    }
  }

  /** Sends a byte every now and then until the server hangs up; false when it never does. */
  private static boolean trickle(RawClient client, String beginning) throws Exception {
    client.send(beginning);
    var pause = new Semaphore(0);
    long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (System.nanoTime() < until) {
      if (!client.trySend("1")) {
        return true;
      }
      pause.tryAcquire(100, TimeUnit.MILLISECONDS);
    }
    return false;
  }

  private static int status(String request) throws IOException {
    return RawClient.status(talk(request));
  }

  private static String talk(String request) throws IOException {
    return RawClient.talk(server.port(), request);
  }
}
