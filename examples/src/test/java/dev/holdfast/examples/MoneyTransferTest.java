package dev.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Workflow;
import dev.holdfast.examples.MoneyTransfer.Transfer;
import dev.holdfast.store.sqlite.SqliteStore;
import dev.holdfast.testkit.CrashPoints;
import dev.holdfast.testkit.FakeClock;
import dev.holdfast.testkit.Fault;
import dev.holdfast.testkit.Life;
import dev.holdfast.testkit.Scenario;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MoneyTransferTest {

  private static final List<String> NAMES = List.of("ada", "bob", "cyd");
  private static final long EACH = 1_000;

  @TempDir Path folder;

  private final FakeClock clock = new FakeClock();
  private Path file = Path.of("");

  @BeforeEach
  void open() throws SQLException {
    file = folder.resolve("bank.db");
    SqliteStore.open(file, clock).close();
    try (var db = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      MoneyTransfer.createAccounts(db);
      for (var name : NAMES) {
        try (var insert = db.prepareStatement("INSERT INTO account VALUES (?, ?)")) {
          insert.setString(1, name);
          insert.setLong(2, EACH);
          insert.executeUpdate();
        }
      }
    }
  }

  @Test
  void money_is_never_made_or_lost_however_often_the_process_dies() throws SQLException {
    var points = new CrashPoints(SqliteStore.open(file, clock), clock);
    try {
      for (long seed = 1; seed <= 25; seed++) {
        var transfers = transfers(seed);
        long number = seed;
        points.byChance(
            () -> new Many(number, transfers),
            seed,
            0.15,
            Fault.CRASH_BEFORE,
            Fault.CRASH_AFTER,
            Fault.UNKNOWN_APPLIED,
            Fault.UNAVAILABLE);

        assertThat(total()).as("seed %d", seed).isEqualTo(EACH * NAMES.size());
      }
    } finally {
      points.store().close();
    }
  }

  private static List<Transfer> transfers(long seed) {
    var random = new SplittableRandom(seed);
    List<Transfer> transfers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int from = random.nextInt(3);
      int to = (from + 1 + random.nextInt(2)) % 3;
      transfers.add(new Transfer(NAMES.get(from), NAMES.get(to), random.nextInt(1, 500)));
    }
    return transfers;
  }

  private long total() throws SQLException {
    try (var db = DriverManager.getConnection("jdbc:sqlite:" + file);
        var select = db.createStatement();
        var rows = select.executeQuery("SELECT sum(cents) FROM account")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** The clean playing and the one with faults book different runs, but the same transfers. */
  private static final class Many implements Scenario {

    private final long seed;
    private final List<Transfer> transfers;
    private final UUID playing = UUID.randomUUID();
    private @Nullable Workflow<Transfer, Long> workflow;

    Many(long seed, List<Transfer> transfers) {
      this.seed = seed;
      this.transfers = transfers;
    }

    @Override
    public void register(Life life) {
      workflow = MoneyTransfer.register(life.holdfast());
    }

    @Override
    public List<UUID> drive(Life life) {
      List<UUID> runs = new ArrayList<>();
      for (int i = 0; i < transfers.size(); i++) {
        var key = "transfer-" + seed + "-" + playing + "-" + i;
        runs.add(Objects.requireNonNull(workflow).start(transfers.get(i), o -> o.key(key)).id());
      }
      return runs;
    }
  }
}
