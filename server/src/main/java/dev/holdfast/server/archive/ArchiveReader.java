package dev.holdfast.server.archive;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Reads archives, run by run. */
public final class ArchiveReader {

  private ArchiveReader() {}

  /**
   * Hands over each run, oldest batch first.
   *
   * @return false when the end of the file is torn: a process died while it wrote. What it had not
   *     finished writing it has not deleted
   */
  public static boolean read(Path file, Consumer<ArchivedRun> each) throws IOException {
    try (var bytes = new BufferedInputStream(Files.newInputStream(file));
        var lines =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(bytes), StandardCharsets.UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        each.accept(new ArchivedRun(ArchivedRun.MAPPER.readTree(line)));
      }
      return true;
    } catch (EOFException torn) {
      return false;
    } catch (ZipException e) {
      throw new IOException(file + " is no archive of runs: " + e.getMessage(), e);
    }
  }
}
