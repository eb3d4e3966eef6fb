package dev.holdfast.server.archive;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * A file of archived runs. Every batch is a gzip member of its own behind the others, which
 * together are one valid gzip file. A file is written by one process only, so that whatever a crash
 * tears is at its end.
 */
final class ArchiveFile {

  private final Path path;

  ArchiveFile(Path path) {
    this.path = path;
  }

  /** Writes the runs; when this returns they are on the disk, and the file can be found there. */
  void append(List<ArchivedRun> runs) throws IOException {
    var bytes = ByteBuffer.wrap(compressed(runs));
    var folder = path.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    boolean fresh = !Files.exists(path);
    try (var file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      long end = file.size();
      try {
        file.position(end);
        while (bytes.hasRemaining()) {
          file.write(bytes);
        }
        file.force(true);
      } catch (IOException e) {
        // Half a batch would make what is written behind it unreadable.
        file.truncate(end);
        throw e;
      }
    }
    if (fresh) {
      try (var entry = FileChannel.open(folder, StandardOpenOption.READ)) {
        entry.force(true);
      }
    }
  }

  private static byte[] compressed(List<ArchivedRun> runs) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(bytes)) {
      for (var run : runs) {
        var line = ArchivedRun.MAPPER.writeValueAsString(run.json()) + "\n";
        zip.write(line.getBytes(StandardCharsets.UTF_8));
      }
    }
    return bytes.toByteArray();
  }
}
