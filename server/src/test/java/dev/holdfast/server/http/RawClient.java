package dev.holdfast.server.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A client that sends exactly the bytes it is told to, right or wrong. */
final class RawClient implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Socket socket;

  RawClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout((int) PATIENCE.toMillis());
  }

  static String get(String target) {
    return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  }

  /** Everything the server says until it closes the connection. */
  static String talk(int port, String request) throws IOException {
    try (var client = new RawClient(port)) {
      client.send(request);
      return client.rest();
    }
  }

  /** The status code of the first answer; 0 when the connection was closed without one. */
  static int status(String answer) {
    return answer.startsWith("HTTP/1.1 ") ? Integer.parseInt(answer.substring(9, 12)) : 0;
  }

  /** How many answers there are. */
  static int answers(String all) {
    return all.split("HTTP/1\\.1 \\d\\d\\d", -1).length - 1;
  }

  /** Sends what the server takes; it may have hung up already. */
  void send(String text) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  /** Like {@link #send}; false when the server no longer takes anything. */
  boolean trySend(String text) {
    try {
      send(text);
      return true;
    } catch (IOException closed) {
      return false;
    }
  }

  /** Reads up to the end, which must come; a reset is an end, too. */
  String rest() throws IOException {
    var all = new ByteArrayOutputStream();
    try {
      socket.getInputStream().transferTo(all);
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the server keeps the connection open; it said: " + all, e);
    } catch (SocketException reset) {
      // Closed in our face: what was read until then counts.
    }
    return all.toString(StandardCharsets.ISO_8859_1);
  }

  /** Reads until this text has come. */
  String until(String text) throws IOException {
    var all = new StringBuilder();
    while (all.indexOf(text) < 0) {
      int next = socket.getInputStream().read();
      if (next < 0) {
        throw new AssertionError("the server closed the connection after: " + all);
      }
      all.append((char) next);
    }
    return all.toString();
  }

  /** Hangs up before the end of the test. */
  void leave() throws IOException {
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
