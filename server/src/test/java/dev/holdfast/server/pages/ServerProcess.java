package dev.holdfast.server.pages;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A server in a process of its own, which can be killed. */
final class ServerProcess implements AutoCloseable {

  private static final Pattern LISTENS = Pattern.compile("listens on (http://\\S+:(\\d+))");

  private final Process process;
  private final String url;
  private final int port;

  private ServerProcess(Process process, String url, int port) {
    this.process = process;
    this.url = url;
    this.port = port;
  }

  static ServerProcess start(Path store, int port) throws IOException {
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                "dev.holdfast.server.Main",
                "serve",
                "--port",
                String.valueOf(port),
                "--store",
                store.toString())
            .redirectErrorStream(true)
            .start();
    var reader = process.inputReader(StandardCharsets.UTF_8);
    for (var line = reader.readLine(); line != null; line = reader.readLine()) {
      var found = LISTENS.matcher(line);
      if (found.find()) {
        return new ServerProcess(process, found.group(1), Integer.parseInt(found.group(2)));
      }
    }
    process.destroyForcibly();
    throw new IOException("The server did not begin to listen.");
  }

  String url() {
    return url;
  }

  int port() {
    return port;
  }

  /** As a power cut would: nothing is said and nothing is put away. */
  void kill() {
    process.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    kill();
  }
}
