package dev.holdfast.server.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Invocable;

/**
 * Reads bodies within a size and a time. Whoever sends too much, or too slowly, is answered at once
 * and the connection closed: what else it carries might be taken for requests.
 *
 * @param bytesMax the largest body
 * @param untilNanos when the whole request must be here, as {@link System#nanoTime} counts
 */
record Body(int bytesMax, long untilNanos) {

  private static final int FIRST_BYTES = 1024;

  /** How long an answer waits for a body that does not matter to it. */
  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(1);

  byte[] read(Request request) throws InterruptedException {
    if (request.getLength() > bytesMax) {
      throw tooLarge();
    }
    var bytes = new ByteArrayOutputStream(FIRST_BYTES);
    var arrived = new Semaphore(0);
    while (true) {
      var chunk = request.read();
      if (chunk == null) {
        request.demand(Invocable.from(Invocable.InvocationType.NON_BLOCKING, arrived::release));
        await(arrived);
        continue;
      }
      if (Content.Chunk.isFailure(chunk)) {
        throw failed(chunk.getFailure());
      }
      bytes.writeBytes(BufferUtil.toArray(chunk.getByteBuffer()));
      boolean last = chunk.isLast();
      chunk.release();
      if (bytes.size() > bytesMax) {
        throw tooLarge();
      }
      if (last) {
        return bytes.toByteArray();
      }
    }
  }

  /**
   * Takes in what nobody wanted to read. Jetty ends a connection that has such a rest, and a client
   * that was not told so sends its next request into nothing.
   *
   * @return false when the rest is too much or too slow, or would only be sent if asked for; then
   *     the answer has to say that the connection ends
   */
  boolean drain(Request request) {
    if (request.getHeaders().contains(HttpHeader.EXPECT)) {
      return false;
    }
    try {
      new Body(bytesMax, Math.min(untilNanos, System.nanoTime() + REST_NANOS)).read(request);
      return true;
    } catch (HttpProblem unread) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void await(Semaphore arrived) throws InterruptedException {
    if (!arrived.tryAcquire(untilNanos - System.nanoTime(), TimeUnit.NANOSECONDS)) {
      throw tooSlow();
    }
  }

  private HttpProblem tooLarge() {
    return HttpProblem.of(
            413, "too_large", "The body is larger than %,d bytes.".formatted(bytesMax))
        .closing();
  }

  private static HttpProblem tooSlow() {
    return HttpProblem.of(408, "too_slow", "The body took too long to arrive.").closing();
  }

  private static HttpProblem failed(Throwable why) {
    return switch (why) {
      case TimeoutException e -> tooSlow();
      case HttpException e ->
          HttpProblem.of(400, "bad_request", "The body cannot be read: " + e.getReason()).closing();
      case EOFException e ->
          HttpProblem.of(400, "bad_request", "The body ended too early.").closing();
      default -> HttpProblem.of(400, "bad_request", "The body cannot be read.").closing();
    };
  }
}
