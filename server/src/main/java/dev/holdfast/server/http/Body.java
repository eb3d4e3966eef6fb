package dev.holdfast.server.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Invocable;

/**
 * Reads bodies within a size and a time. Whoever sends too much, or too slowly, is answered soon
 * and the connection closed: what else it carries might be taken for requests.
 *
 * @param bytesMax the largest body
 * @param untilNanos when the whole request must be here, as {@link System#nanoTime} counts
 */
record Body(int bytesMax, long untilNanos) {

  private static final int FIRST_BYTES = 1024;

  /** How long an answer waits for a body, or for more of one, that does not matter to it. */
  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** How much of a body that is too large is taken in before the answer. */
  private static final long LINGER_BYTES_MAX = 64L * 1024 * 1024;

  byte[] read(Request request) throws InterruptedException {
    var bytes = new ByteArrayOutputStream(FIRST_BYTES);
    if (request.getLength() > bytesMax
        || !take(request, bytesMax, Long.MAX_VALUE, bytes::writeBytes)) {
      linger(request);
      throw tooLarge();
    }
    return bytes.toByteArray();
  }

  /**
   * Takes in what nobody wanted to read. Jetty ends a connection that has such a rest, and a client
   * that was not told so sends its next request into nothing.
   *
   * @return false when the rest is too much or too slow, or would only be sent if asked for; then
   *     the answer has to say that the connection ends
   */
  boolean drain(Request request) {
    if (waitsToBeAsked(request)) {
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

  /**
   * Lets a client that sends too much finish. Closed while it still writes, it would be told of a
   * broken connection instead of the answer.
   */
  private void linger(Request request) throws InterruptedException {
    if (waitsToBeAsked(request)) {
      return;
    }
    try {
      take(request, LINGER_BYTES_MAX, REST_NANOS, unwanted -> {});
    } catch (HttpProblem tooSlowOrBroken) {
      // What is wrong with the rest does not matter: the answer is on its way.
    }
  }

  private static boolean waitsToBeAsked(Request request) {
    return request.getHeaders().contains(HttpHeader.EXPECT);
  }

  /**
   * Reads to the end of the body.
   *
   * @param most how many bytes it may have
   * @param silenceNanos how long nothing may come
   * @param into gets each piece
   * @return false as soon as it has more
   */
  private boolean take(Request request, long most, long silenceNanos, Consumer<byte[]> into)
      throws InterruptedException {
    var arrived = new Semaphore(0);
    long taken = 0;
    while (true) {
      var chunk = request.read();
      if (chunk == null) {
        request.demand(Invocable.from(Invocable.InvocationType.NON_BLOCKING, arrived::release));
        await(arrived, silenceNanos);
        continue;
      }
      if (Content.Chunk.isFailure(chunk)) {
        throw failed(chunk.getFailure());
      }
      var bytes = BufferUtil.toArray(chunk.getByteBuffer());
      boolean last = chunk.isLast();
      chunk.release();
      taken += bytes.length;
      if (taken > most) {
        return false;
      }
      into.accept(bytes);
      if (last) {
        return true;
      }
    }
  }

  private void await(Semaphore arrived, long silenceNanos) throws InterruptedException {
    long nanos = Math.min(silenceNanos, untilNanos - System.nanoTime());
    if (!arrived.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
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
