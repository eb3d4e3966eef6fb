package dev.holdfast.server.api;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Tells many listeners the same messages in the same order, and waits for none of them. Each has a
 * queue with an end; one that does not keep up is cut off and comes back with the id of the last
 * message it got. What it missed is told again if it is still remembered.
 */
final class Broadcast {

  /** One message; the id says where to go on from. */
  record Message(String id, String data) {}

  private record Numbered(long number, Message message) {}

  /** Somebody who listens. */
  final class Listener implements AutoCloseable {

    private final BlockingQueue<Message> queue = new ArrayBlockingQueue<>(queueMax);
    private final String joinedAt;
    private final boolean resumed;
    private volatile boolean cutOff;

    private Listener(String joinedAt, boolean resumed) {
      this.joinedAt = joinedAt;
      this.resumed = resumed;
    }

    /** The id of what was told last before this one came. */
    String joinedAt() {
      return joinedAt;
    }

    /** Whether nothing is missing between the id it came with and the first message it gets. */
    boolean resumed() {
      return resumed;
    }

    /** Whether it did not keep up; then it gets nothing more. */
    boolean cutOff() {
      return cutOff;
    }

    /** The next message; null when none has come for so long. */
    @Nullable Message next(long millis) throws InterruptedException {
      return queue.poll(millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
      lock.lock();
      try {
        listeners.remove(this);
      } finally {
        lock.unlock();
      }
    }

    private void tell(Message message) {
      cutOff = cutOff || !queue.offer(message);
    }
  }

  private final String instance;
  private final int queueMax;
  private final int rememberedMax;

  /** Guards the order of messages, what is remembered, and who is there. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Deque<Numbered> remembered = new ArrayDeque<>();
  private final Set<Listener> listeners = new HashSet<>();
  private long told;

  /**
   * @param instance eight hexadecimal digits that no other life of this server has
   * @param queueMax how many messages may wait for one listener
   * @param rememberedMax how many of the newest can be told again
   */
  Broadcast(String instance, int queueMax, int rememberedMax) {
    this.instance = instance;
    this.queueMax = queueMax;
    this.rememberedMax = rememberedMax;
  }

  /**
   * Adds a listener, with what it has missed in its queue.
   *
   * @param last the id of the last message it got; null for one that comes for the first time
   */
  Listener join(@Nullable String last) {
    lock.lock();
    try {
      long seen = numberOf(last);
      boolean resumed = seen >= 0 && isKnownFrom(seen);
      var listener = new Listener(resumed ? idOf(seen) : idOf(told), resumed);
      listeners.add(listener);
      if (resumed) {
        remembered.stream()
            .filter(one -> one.number > seen)
            .forEach(one -> listener.tell(one.message));
      }
      return listener;
    } finally {
      lock.unlock();
    }
  }

  void tell(String data) {
    lock.lock();
    try {
      var message = new Message(idOf(++told), data);
      remembered.addLast(new Numbered(told, message));
      if (remembered.size() > rememberedMax) {
        remembered.removeFirst();
      }
      listeners.forEach(listener -> listener.tell(message));
    } finally {
      lock.unlock();
    }
  }

  boolean hasListeners() {
    lock.lock();
    try {
      return !listeners.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** From here on things happen that nobody is told: whoever comes back has missed something. */
  void pause() {
    lock.lock();
    try {
      remembered.clear();
      told++;
    } finally {
      lock.unlock();
    }
  }

  private boolean isKnownFrom(long seen) {
    boolean all = !remembered.isEmpty() && remembered.getFirst().number <= seen + 1;
    return seen == told || (seen < told && all);
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
