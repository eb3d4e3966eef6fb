package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many clients may be connected at once, and what becomes of their connections. */
class ConnectionsTest {

  private static final String REQUEST = "GET /ok HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private static final String HEAD =
      "POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n";

  private static final String CLOSE = "\r\nConnection: close\r\n";

  private WebServer server;

  @BeforeEach
  void start() throws IOException {
    var limits =
        new Limits(
            1024,
            8 * 1024,
            2,
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            10,
            Duration.ofSeconds(15));
    RouteHandler ok = exchange -> Reply.text(200, "text/plain", "fine");
    server =
        new WebServer(
            new WebServer.Address("127.0.0.1", 0),
            List.of(new Route(Method.GET, "/ok", Scope.READ, ok, Operation.of("", "", ""))),
            Access.LOOPBACK,
            new Neighbours(Neighbours.LOOPBACK),
            limits);
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aRefusedRequestLeavesTheConnectionFitForTheNextOne() throws Exception {
    try (var client = new RawClient(server.port())) {
      client.send(HEAD);
      client.send("{}" + REQUEST);

      assertThat(client.until("nothing at this address")).startsWith("HTTP/1.1 404");
      assertThat(client.until("fine")).contains("HTTP/1.1 200");
    }
  }

  @Test
  void anAnswerSaysThatTheConnectionEndsWhenTheBodyDoesNotCome() throws Exception {
    try (var client = new RawClient(server.port())) {
      client.send(HEAD);

      assertThat(client.rest()).startsWith("HTTP/1.1 404").containsIgnoringCase(CLOSE);
    }
  }

  @Test
  void aRefusedRequestIsNotAskedForItsBody() throws Exception {
    try (var client = new RawClient(server.port())) {
      client.send(HEAD.replace("\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n"));

      assertThat(client.rest()).startsWith("HTTP/1.1 404").containsIgnoringCase(CLOSE);
    }
  }

  @Test
  void anErrorOfTheProtocolSaysThatTheConnectionEnds() throws Exception {
    try (var client = new RawClient(server.port())) {
      client.send("GET /ok/%00 HTTP/1.1\r\nHost: localhost\r\n\r\n");

      assertThat(client.rest()).startsWith("HTTP/1.1 400").containsIgnoringCase(CLOSE);
    }
  }

  @Test
  void oneMoreThanAllowedWaitsUntilAnotherLeaves() throws Exception {
    try (var first = new RawClient(server.port());
        var second = new RawClient(server.port());
        var third = new RawClient(server.port())) {
      first.send(REQUEST);
      first.until("fine");
      second.send(REQUEST);
      second.until("fine");
      third.send(REQUEST);
      var answered = CompletableFuture.supplyAsync(() -> read(third));

      // The two are still served while the third waits.
      first.send(REQUEST);
      first.until("fine");
      assertThat(answered).isNotDone();
      first.leave();

      assertThat(answered.get(20, TimeUnit.SECONDS)).startsWith("HTTP/1.1 200");
    }
  }

  private static String read(RawClient client) {
    try {
      return client.until("fine");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
