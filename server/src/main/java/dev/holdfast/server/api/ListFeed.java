package dev.holdfast.server.api;

import dev.holdfast.server.http.EventStream;
import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.Json;
import dev.holdfast.server.http.Reply;
import dev.holdfast.store.Store;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server-sent events of the list of runs: each run that changed, as its line in the list is now.
 * One thread reads for all clients, while there are any. Each client has a queue with an end; one
 * that does not keep up is sent away and comes back with the id of the last message it got. What it
 * missed is repeated if it is still remembered; otherwise it is told to load the list again.
 */
final class ListFeed implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ListFeed.class);
  private static final Duration GATHER = Duration.ofMillis(150);
  private static final int REMEMBERED = 1_000;
  private static final int AT_ONCE = 500;

  private record Message(long number, String event, String data) {}

  /** One client: its queue, and whether that has overflowed. */
  private static final class Client {
    private final BlockingQueue<Message> queue;
    private volatile boolean tooSlow;

    Client(int capacity) {
      this.queue = new ArrayBlockingQueue<>(capacity);
    }

    void offer(Message message) {
      if (!queue.offer(message)) {
        tooSlow = true;
      }
    }
  }

  private final Store store;
  private final RunReads reads;
  private final Others others;
  private final int queueMax;
  private final String instance;
  private final Set<UUID> dirty = ConcurrentHashMap.newKeySet();

  /** Guards the order of messages, what is remembered, and who is there. */
  private final ReentrantLock publishing = new ReentrantLock();

  private final Deque<Message> remembered = new ArrayDeque<>();
  private final Set<Client> clients = ConcurrentHashMap.newKeySet();
  private long published;
  private volatile boolean pumping;
  private volatile boolean closed;

  ListFeed(Store store, Changes changes, RunReads reads, int queueMax) {
    this.store = store;
    this.reads = reads;
    this.others = new Others(store);
    this.queueMax = queueMax;
    var random = new byte[4];
    new SecureRandom().nextBytes(random);
    this.instance = HexFormat.of().formatHex(random);
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
    if (!clients.isEmpty()) {
      dirty.add(run);
    }
  }

  private void serve(EventStream stream, Optional<String> last) throws Exception {
    var client = new Client(queueMax);
    boolean resumed = join(client, last.orElse(null));
    try {
      stream.send(idNow(), resumed ? "resumed" : "reset", "{}");
      while (stream.open() && !closed && !client.tooSlow) {
        var message = client.queue.poll(stream.heartbeat().toMillis(), TimeUnit.MILLISECONDS);
        if (message == null) {
          stream.comment("still here");
        } else {
          stream.send(idOf(message.number), message.event, message.data);
        }
      }
    } finally {
      clients.remove(client);
    }
  }

  /** Adds the client, with what it missed in its queue; false when that is no longer known. */
  private boolean join(Client client, @Nullable String last) {
    publishing.lock();
    try {
      clients.add(client);
      startPump();
      long seen = numberOf(last);
      boolean known =
          seen == published || (!remembered.isEmpty() && remembered.getFirst().number <= seen + 1);
      if (seen < 0 || !known) {
        return false;
      }
      for (var message : remembered) {
        if (message.number > seen) {
          client.offer(message);
        }
      }
      return true;
    } finally {
      publishing.unlock();
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
    while (!closed) {
      try {
        if (!begun) {
          others.begin();
          begun = true;
        }
        TimeUnit.NANOSECONDS.sleep(GATHER.toNanos());
        take().forEach(this::publish);
        others.changed().forEach(this::publish);
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        log.warn("Could not read what changed; trying again: {}", e.toString());
      }
      publishing.lock();
      try {
        if (clients.isEmpty()) {
          pumping = false;
          dirty.clear();
          remembered.clear();
          return;
        }
      } finally {
        publishing.unlock();
      }
    }
  }

  private List<UUID> take() {
    List<UUID> taken = new ArrayList<>();
    Iterator<UUID> all = dirty.iterator();
    while (all.hasNext() && taken.size() < AT_ONCE) {
      taken.add(all.next());
      // Before it is read: what changes from here on is news again.
      all.remove();
    }
    return taken;
  }

  private void publish(UUID run) {
    var header = store.header(run).orElse(null);
    if (header == null) {
      return;
    }
    others.told(header);
    var data = Json.text(reads.row(header));
    publishing.lock();
    try {
      var message = new Message(++published, "run", data);
      remembered.addLast(message);
      if (remembered.size() > REMEMBERED) {
        remembered.removeFirst();
      }
      clients.forEach(client -> client.offer(message));
    } finally {
      publishing.unlock();
    }
  }

  private String idNow() {
    publishing.lock();
    try {
      return idOf(published);
    } finally {
      publishing.unlock();
    }
  }

  private String idOf(long number) {
    return instance + "-" + number;
  }

  /** The number in an id of this process; -1 for any other. */
  private long numberOf(@Nullable String id) {
    return id != null && id.matches("[0-9a-f]{8}-\\d{1,15}") && id.startsWith(instance)
        ? Long.parseLong(id.substring(instance.length() + 1))
        : -1;
  }
}
