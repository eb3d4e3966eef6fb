package dev.holdfast.server.http;

import dev.holdfast.store.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where every request comes in: checks it, finds its route, and writes what the route answers. */
final class FrontDoor extends Handler.Abstract {

  private static final Logger log = LoggerFactory.getLogger(FrontDoor.class);

  /** What people need who come with a link to approve something, and with nothing else. */
  private static final Set<String> OPEN_FILES = Set.of("/approve.html", "/approve.js", "/docs.css");

  private final Router router;
  private final Assets assets;
  private final Access access;
  private final Neighbours neighbours;
  private final Limits limits;
  private final Deadlines deadlines;
  private final Set<EventStream> streams = ConcurrentHashMap.newKeySet();
  private volatile boolean stopping;

  FrontDoor(
      Router router,
      Assets assets,
      Access access,
      Neighbours neighbours,
      Limits limits,
      Deadlines deadlines) {
    super(InvocationType.BLOCKING);
    this.router = router;
    this.assets = assets;
    this.access = access;
    this.neighbours = neighbours;
    this.limits = limits;
    this.deadlines = deadlines;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    long now = System.nanoTime();
    var connection = request.getConnectionMetaData().getConnection();
    deadlines.begin(connection, now);
    Request.addCompletionListener(request, failure -> deadlines.end(connection));
    Shields.raise(response.getHeaders());
    var body = new Body(limits.bodyBytes(), now + limits.requestTime().toNanos());
    switch (answer(request, body)) {
      case Reply.Whole whole -> {
        boolean fit = whole.closes() || body.drain(request);
        write(fit ? whole : whole.closing(), response, callback);
      }
      case Reply.Events events -> {
        deadlines.stream(connection);
        stream(events, response, callback);
      }
    }
    return true;
  }

  /** Ends all streams, and begins no more: they would hold up the end of the server. */
  void stopStreams() {
    stopping = true;
    streams.forEach(EventStream::close);
  }

  int streams() {
    return streams.size();
  }

  private Reply answer(Request request, Body body) {
    try {
      return route(request, body);
    } catch (HttpProblem problem) {
      return problem.reply();
    } catch (StoreException e) {
      log.warn("The store did not answer a request: {}", e.toString());
      return HttpProblem.of(503, "store_unavailable", "The store does not answer. Try again soon.")
          .with("Retry-After", "1")
          .reply();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return HttpProblem.of(503, "stopping", "This server is stopping.").closing().reply();
    } catch (Exception e) {
      if (stopping) {
        return HttpProblem.of(503, "stopping", "This server is stopping.").closing().reply();
      }
      log.error("A request to {} failed", request.getHttpURI().getPath(), e);
      return HttpProblem.of(500, "fault", "Something is wrong here; the server's log has more.")
          .reply();
    }
  }

  private Reply route(Request request, Body body) throws Exception {
    var path = request.getHttpURI().getPath();
    Paths.refuseTricks(path == null ? "" : path);
    neighbours.check(request);
    var match = find(request, path, body);
    if (match == null) {
      return asset(request, path, body);
    }
    var exchange = new Exchange(request, match.path(), body);
    access.check(exchange, match.route().scope());
    if (request.getLength() > limits.bodyBytes()) {
      // Said before anything is read, and before a client that asked is told to go on.
      body.read(request);
    }
    var reply = match.route().handler().handle(exchange);
    return reply instanceof Reply.Events events
        ? events.admittedBy(() -> access.recheck(exchange, match.route().scope()))
        : reply;
  }

  private Router.@Nullable Match find(Request request, String path, Body body) {
    try {
      return router.find(request.getMethod(), path);
    } catch (HttpProblem wrongMethod) {
      // It says what is here, and that is not for everyone.
      access.check(new Exchange(request, Map.of(), body), Scope.READ);
      throw wrongMethod;
    }
  }

  private Reply asset(Request request, String path, Body body) {
    // Before anything is said about what is here and what is not.
    var scope = OPEN_FILES.contains(path) ? Scope.OPEN : Scope.READ;
    access.check(new Exchange(request, Map.of(), body), scope);
    boolean reads = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
    var found = reads ? assets.find(path) : null;
    if (found == null) {
      throw HttpProblem.of(404, "not_found", "There is nothing at this address.");
    }
    return found.reply(request.getHeaders().get(HttpHeader.IF_NONE_MATCH));
  }

  private static void write(Reply.Whole reply, Response response, Callback callback) {
    response.setStatus(reply.status());
    var fields = response.getHeaders();
    if (!reply.type().isEmpty()) {
      fields.put(HttpHeader.CONTENT_TYPE, reply.type());
    }
    Set<String> written = new HashSet<>();
    for (var field : reply.fields()) {
      if (written.add(field.name())) {
        fields.put(field.name(), field.value());
      } else {
        fields.add(field.name(), field.value());
      }
    }
    if (reply.status() != 304) {
      fields.put(HttpHeader.CONTENT_LENGTH, reply.body().length);
    }
    response.write(true, ByteBuffer.wrap(reply.body()), callback);
  }

  private void stream(Reply.Events events, Response response, Callback callback) {
    var stream = new EventStream(response, limits.heartbeat(), events.admission());
    streams.add(stream);
    try {
      if (stopping) {
        stream.close();
      }
      response.setStatus(200);
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream");
      response.getHeaders().put("X-Accel-Buffering", "no");
      stream.begin();
      events.writer().write(stream);
    } catch (IOException | UncheckedIOException gone) {
      log.debug("A client of a stream has gone: {}", gone.toString());
    } catch (InterruptedException stopped) {
      log.debug("A stream was ended");
    } catch (Exception e) {
      log.warn("A stream failed; its client will come back", e);
    } finally {
      streams.remove(stream);
      // Not passed on: the thread still has to end the answer.
      boolean interrupted = Thread.interrupted();
      response.write(true, ByteBuffer.allocate(0), callback);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
