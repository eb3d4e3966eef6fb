package dev.holdfast.store.sqlite;

import dev.holdfast.store.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/** The file itself: how it is opened, brought to the current schema, and kept to one process. */
final class SqliteFile implements AutoCloseable {

  private static final List<String> MIGRATIONS =
      List.of(
          "V001__initial.sql",
          "V002__workflows.sql",
          "V003__lists.sql",
          "V004__tokens.sql",
          "V005__dead_letters.sql",
          "V006__payload_use.sql");
  private static final Pattern EXISTS = Pattern.compile("table (\\w+) already exists");
  private static final int BUSY_TIMEOUT_MS = 5_000;
  private static final int CACHE_KIB = 64 * 1024;

  private final Path path;
  private @Nullable FileChannel lockChannel;

  SqliteFile(Path path) {
    this.path = path.toAbsolutePath();
  }

  /** Creates or upgrades the file. */
  void migrate() {
    try {
      var folder = path.getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      allowShrinking();
      try (var connection = connect(false)) {
        for (int version = version(connection); version < MIGRATIONS.size(); version++) {
          apply(connection, version + 1);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create " + path + ": " + e.getMessage(), e);
    } catch (SQLException e) {
      throw new StoreException.Unavailable(
          "cannot open " + path + " as a Holdfast store: " + e.getMessage(), e);
    }
  }

  /** Opening a file is enough to create it, so the question is put to the file system first. */
  void refuseUnlessStore() {
    if (!Files.isRegularFile(path)) {
      throw new IllegalArgumentException("there is no file " + path);
    }
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + path);
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery("SELECT 1 FROM sqlite_master WHERE name = 'run_log' LIMIT 1")) {
      if (!rows.next()) {
        throw new IllegalArgumentException(path + " is a database, but not of Holdfast");
      }
    } catch (SQLException e) {
      throw new IllegalArgumentException(
          path + " cannot be read as a Holdfast store: " + e.getMessage(), e);
    }
  }

  Connection connect(boolean readOnly) throws SQLException {
    var config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    // A power loss must not take back what was acknowledged, so a commit waits for the disk.
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
    config.setBusyTimeout(BUSY_TIMEOUT_MS);
    config.setCacheSize(-CACHE_KIB);
    config.setReadOnly(readOnly);
    return config.createConnection("jdbc:sqlite:" + path);
  }

  /**
   * Makes this process the only one that advances runs in the file. The operating system gives the
   * lock back when the process ends, however it ends.
   */
  void lock() {
    if (lockChannel != null) {
      return;
    }
    var lockPath = path.resolveSibling(path.getFileName() + ".lock");
    try {
      var channel = FileChannel.open(lockPath, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = tryLock(channel);
      if (lock == null) {
        channel.close();
        throw new IllegalStateException(
            path
                + " is in use by another Holdfast process. Stop it first, give this one another"
                + " file, or use PostgreSQL to share work between processes.");
      }
      lockChannel = channel;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lock " + lockPath + ": " + e.getMessage(), e);
    }
  }

  /** How much room is left where the file is; null when the system does not say. */
  @Nullable Long volumeFree() {
    try {
      return Files.getFileStore(path).getUsableSpace();
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  public void close() {
    if (lockChannel != null) {
      try {
        lockChannel.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      lockChannel = null;
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }

  /** Lets retention give space back later; possible only before anything is in the file. */
  private void allowShrinking() throws IOException, SQLException {
    if (Files.exists(path) && Files.size(path) > 0) {
      return;
    }
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + path);
        var statement = connection.createStatement()) {
      statement.execute("PRAGMA auto_vacuum = INCREMENTAL");
      statement.execute("PRAGMA journal_mode = WAL");
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException heldInThisProcess) {
      return null;
    }
  }

  private static int version(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("PRAGMA user_version")) {
      int version = rows.next() ? rows.getInt(1) : 0;
      if (version > MIGRATIONS.size()) {
        throw new SQLException(
            "it was written by a newer Holdfast (schema %d, this one knows %d)"
                .formatted(version, MIGRATIONS.size()));
      }
      return version;
    }
  }

  private void apply(Connection connection, int version) throws SQLException {
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      // Two processes may both want to create the file: the second waits here, then finds it done.
      statement.execute("PRAGMA user_version = " + version(connection));
      if (version(connection) < version) {
        for (var sql : statementsOf(MIGRATIONS.get(version - 1))) {
          statement.execute(sql);
        }
        statement.execute("PRAGMA user_version = " + version);
      }
      connection.commit();
    } catch (SQLException e) {
      // Before the end of the transaction, which would otherwise keep the first half of the script.
      connection.rollback();
      throw inTheWay(e);
    } finally {
      connection.setAutoCommit(true);
    }
  }

  private SQLException inTheWay(SQLException failure) {
    var table = EXISTS.matcher(String.valueOf(failure.getMessage()));
    if (table.find()) {
      throw new IllegalStateException(
          "%s has a table '%s' that is not Holdfast's. Rename it, or give Holdfast another file."
              .formatted(path, table.group(1)),
          failure);
    }
    return failure;
  }

  private static List<String> statementsOf(String script) {
    try (var in = SqliteFile.class.getResourceAsStream("/dev/holdfast/store/sqlite/" + script)) {
      if (in == null) {
        throw new IllegalStateException("missing migration " + script);
      }
      var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(text.split(";\\s*\\n")).filter(s -> !s.isBlank()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
