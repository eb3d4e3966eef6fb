package dev.holdfast.server.traces;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends spans to a collector, in batches, from a thread of its own. There is room for so many; when
 * the collector is away for longer, spans are dropped and counted, and no run waits for one.
 */
public final class Collector implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Collector.class);
  private static final int WAITING_MAX = 10_000;
  private static final int BATCH_MAX = 500;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration GATHER = Duration.ofMillis(500);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final int TRIES = 4;

  private final URI address;
  private final String service;
  private final LinkedBlockingQueue<Span> waiting = new LinkedBlockingQueue<>(WAITING_MAX);
  private final LongAdder dropped = new LongAdder();
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private final CountDownLatch closing = new CountDownLatch(1);
  private @Nullable Thread thread;

  /**
   * @param endpoint the collector's address, as {@code OTEL_EXPORTER_OTLP_ENDPOINT} has it
   * @param service what this service is called
   */
  public Collector(URI endpoint, String service) {
    var base = endpoint.toString().replaceAll("/+$", "");
    this.address = URI.create(base.endsWith("/v1/traces") ? base : base + "/v1/traces");
    this.service = service;
  }

  /**
   * Begins to send.
   *
   * @param node who sends
   */
  public void start(Supplier<String> node) {
    thread = Thread.ofPlatform().daemon().name("holdfast-traces").start(() -> run(node));
  }

  void add(Span span) {
    if (!waiting.offer(span)) {
      dropped.increment();
    }
  }

  long dropped() {
    return dropped.sum();
  }

  /** Sends what is left, once, if the collector is there. */
  @Override
  public void close() {
    closing.countDown();
    var running = thread;
    if (running != null) {
      try {
        running.join(TIMEOUT);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    http.shutdownNow();
  }

  private void run(Supplier<String> node) {
    while (!closed() || !waiting.isEmpty()) {
      try {
        var batch = nextBatch();
        if (!batch.isEmpty()) {
          send(Otlp.body(service, node.get(), batch), batch.size());
        }
      } catch (InterruptedException e) {
        log.warn("No more spans are sent: the thread that sends them was interrupted");
        return;
      } catch (RuntimeException e) {
        log.warn("Spans could not be written and are lost: {}", e.toString());
      }
    }
  }

  private boolean closed() {
    return closing.getCount() == 0;
  }

  private List<Span> nextBatch() throws InterruptedException {
    List<Span> batch = new ArrayList<>();
    var first = closed() ? waiting.poll() : waiting.poll(GATHER.toMillis(), TimeUnit.MILLISECONDS);
    if (first != null) {
      batch.add(first);
      waiting.drainTo(batch, BATCH_MAX - 1);
    }
    return batch;
  }

  /** Tries a few times; a collector that refuses a batch for what it is gets it once. */
  private void send(String body, int spans) throws InterruptedException {
    var pause = FIRST_PAUSE;
    var problem = post(body);
    for (int tries = 1; problem != null && problem.passing() && tries < TRIES; tries++) {
      if (closing.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        break;
      }
      problem = post(body);
      pause = pause.multipliedBy(2);
    }
    if (problem != null) {
      dropped.add(spans);
      log.warn("The collector {} did not take {} spans: {}", address, spans, problem.text());
    }
  }

  /**
   * Why a batch was not taken.
   *
   * @param passing whether it may be taken later
   */
  private record Problem(String text, boolean passing) {}

  private @Nullable Problem post(String body) throws InterruptedException {
    var request =
        HttpRequest.newBuilder(address)
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      int status = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
      boolean passing = status >= 500 || status == 429;
      return status / 100 == 2 ? null : new Problem("it answered " + status, passing);
    } catch (IOException e) {
      return new Problem(e.toString(), true);
    }
  }
}
