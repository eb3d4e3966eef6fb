package dev.holdfast.server.archive;

import dev.holdfast.store.Header;
import dev.holdfast.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Clears away what is long over: runs that have ended go to the archive and are then deleted, a few
 * at a time; nodes that are long dead are forgotten; free space is given back. A run is deleted
 * only when the archive that has it is on the disk. A crash in between leaves it in the store, and
 * the next clean-up archives it once more.
 */
public final class CleanUp {

  /** A commit of so many does not keep others waiting for long. */
  private static final int BATCH = 50;

  private static final Duration DEAD_FOR = Duration.ofDays(1);
  private static final long PAUSE_NANOS = 20_000_000;

  /**
   * What was done.
   *
   * @param runs archived and deleted
   * @param nodes forgotten
   */
  public record Done(int runs, int nodes) {}

  private final Store store;
  private final Path folder;
  private final String writer;
  private final int days;

  /**
   * @param folder where archives are
   * @param writer part of the names of files: never that of another process
   * @param days for how long ended runs are kept; 0 for ever
   */
  public CleanUp(Store store, Path folder, String writer, int days) {
    this.store = store;
    this.folder = folder;
    this.writer = writer;
    this.days = days;
  }

  /**
   * Clears away what is over by this time.
   *
   * @param stop asked before each batch
   */
  public Done run(Instant now, BooleanSupplier stop) throws IOException {
    int runs = days == 0 ? 0 : deleteAll(now.minus(Duration.ofDays(days)), now, stop);
    int nodes = store.retention().forgetNodes(now.minus(DEAD_FOR));
    while (runs > 0 && !stop.getAsBoolean() && store.retention().shrink()) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return new Done(runs, nodes);
  }

  private int deleteAll(Instant before, Instant now, BooleanSupplier stop) throws IOException {
    int deleted = 0;
    UUID after = null;
    while (!stop.getAsBoolean()) {
      var batch = store.retention().ended(before, after, BATCH);
      if (batch.isEmpty()) {
        break;
      }
      archive(batch, now);
      deleted += store.retention().delete(batch.stream().map(Header::id).toList()).size();
      after = batch.getLast().id();
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return deleted;
  }

  /** On the disk when this returns. */
  void archive(List<Header> runs, Instant now) throws IOException {
    var day = now.atZone(ZoneOffset.UTC).toLocalDate();
    var file = new ArchiveFile(folder.resolve("runs-%s-%s.jsonl.gz".formatted(day, writer)));
    file.append(runs.stream().map(run -> ArchivedRun.of(store, run)).toList());
  }
}
