package dev.holdfast.testkit.kill;

import dev.holdfast.store.Micros;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What one process did, line by line, in a file of its own. Each line is one write to a file opened
 * for appending, so what was written before a kill stays, whole lines of it. Not a channel: steps
 * of runs that were taken over are interrupted, and a channel is closed by that for everybody.
 */
final class LedgerFile implements AutoCloseable {

  /**
   * One line.
   *
   * @param life in which process
   * @param kind ready, ack, begin or end
   */
  record Line(int life, String kind, Instant at, String run, String what) {}

  private static final String PREFIX = "ledger-";

  private final FileOutputStream file;

  LedgerFile(Path folder, int life) throws IOException {
    file = new FileOutputStream(path(folder, life).toFile(), true);
  }

  static Path path(Path folder, int life) {
    return folder.resolve(PREFIX + life);
  }

  void write(String kind, Object run, String what) {
    var line = "%s %d %s %s\n".formatted(kind, Micros.of(Instant.now()), run, what);
    try {
      file.write(line.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /** All lines of all processes, in the order of their lives. */
  static List<Line> readAll(Path folder, int lives) throws IOException {
    List<Line> lines = new ArrayList<>();
    for (int life = 1; life <= lives; life++) {
      lines.addAll(read(folder, life));
    }
    return lines;
  }

  /** What the process has written so far; a line that is not finished does not count. */
  static List<Line> read(Path folder, int life) throws IOException {
    var path = path(folder, life);
    List<Line> lines = new ArrayList<>();
    if (!Files.exists(path)) {
      return lines;
    }
    var text = Files.readString(path);
    for (var line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
      var parts = line.split(" ", 4);
      var at = Micros.instant(Long.parseLong(parts[1]));
      lines.add(new Line(life, parts[0], at, parts[2], parts[3]));
    }
    return lines;
  }
}
