package dev.holdfast.server.pages;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Keeps the step that calls it going until it is told to answer. */
final class SlowEndpoint implements AutoCloseable {

  private final CountDownLatch answer = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;

  SlowEndpoint() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** Its step {@code one} calls this endpoint; then comes {@code two}. */
  String workflow() {
    return """
    {"name": "calls", "steps": [
      {"id": "one", "type": "http", "config": {"url": "http://127.0.0.1:%d/"}},
      {"id": "two", "type": "task", "depends_on": ["one"], "config": {"duration_seconds": 0}}]}\
    """
        .formatted(server.getAddress().getPort());
  }

  void answer() {
    answer.countDown();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      answer.await();
      exchange.sendResponseHeaders(200, -1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    answer();
    server.stop(0);
    threads.close();
  }
}
