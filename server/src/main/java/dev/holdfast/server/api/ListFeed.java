package dev.holdfast.server.api;

import dev.holdfast.server.http.EventStream;
import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.Json;
import dev.holdfast.server.http.Reply;
import dev.holdfast.store.Store;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server-sent events of the list of runs: each run that changed, as its line in the list is now.
 * One thread reads for all clients, while there are any. A client that has missed something which
 * is no longer remembered is told to load the list again.
 */
final class ListFeed implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ListFeed.class);
  private static final Duration GATHER = Duration.ofMillis(150);
  private static final int REMEMBERED = 1_000;
  private static final int AT_ONCE = 500;

  private final Store store;
  private final RunReads reads;
  private final Others others;
  private final Broadcast broadcast;
  private final Set<UUID> dirty = ConcurrentHashMap.newKeySet();

  /** Guards whether somebody reads, and for whom. */
  private final ReentrantLock reading = new ReentrantLock();

  private volatile boolean pumping;
  private volatile boolean closed;

  ListFeed(Store store, Changes changes, RunReads reads, int queueMax) {
    this.store = store;
    this.reads = reads;
    this.others = new Others(store);
    var random = new byte[4];
    new SecureRandom().nextBytes(random);
    this.broadcast = new Broadcast(HexFormat.of().formatHex(random), queueMax, REMEMBERED);
    changes.onChange(this::changed);
  }

  Reply open(Exchange exchange) {
    var last = exchange.header("Last-Event-ID").or(() -> exchange.query("after"));
    return new Reply.Events(stream -> serve(stream, last));
  }

  @Override
  public void close() {
    closed = true;
  }

  private void changed(UUID run) {
    if (pumping) {
      dirty.add(run);
    }
  }

  private void serve(EventStream stream, Optional<String> last) throws Exception {
    try (var listener = join(last.orElse(null))) {
      stream.send(listener.joinedAt(), listener.resumed() ? "resumed" : "reset", "{}");
      while (stream.open() && !closed && !listener.cutOff()) {
        var message = listener.next(stream.heartbeat().toMillis());
        if (message == null) {
          stream.comment("still here");
        } else {
          stream.send(message.id(), "run", message.data());
        }
      }
    }
  }

  private Broadcast.Listener join(@Nullable String last) {
    reading.lock();
    try {
      var listener = broadcast.join(last);
      startPump();
      return listener;
    } finally {
      reading.unlock();
    }
  }

  private void startPump() {
    if (!pumping) {
      pumping = true;
      Thread.ofVirtual().name("list-feed").start(this::pump);
    }
  }

  private void pump() {
    boolean begun = false;
    while (!closed && !stopIfAlone()) {
      try {
        if (begun) {
          dirty.addAll(others.changed());
          publishChanged();
        } else {
          others.begin();
          begun = true;
        }
      } catch (RuntimeException e) {
        if (!closed) {
          log.warn("Could not read what changed; trying again: {}", e.toString());
        }
      }
      LockSupport.parkNanos(GATHER.toNanos());
    }
  }

  private boolean stopIfAlone() {
    reading.lock();
    try {
      if (broadcast.hasListeners()) {
        return false;
      }
      pumping = false;
      dirty.clear();
      broadcast.pause();
      return true;
    } finally {
      reading.unlock();
    }
  }

  private void publishChanged() {
    for (var run : dirty.stream().limit(AT_ONCE).toList()) {
      // Before it is read: what changes from here on is news again.
      dirty.remove(run);
      try {
        publish(run);
      } catch (RuntimeException e) {
        dirty.add(run);
        throw e;
      }
    }
  }

  private void publish(UUID run) {
    var header = store.header(run).orElse(null);
    if (header == null) {
      return;
    }
    others.told(header);
    broadcast.tell(Json.text(reads.row(header)));
  }
}
