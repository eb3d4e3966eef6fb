package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;

import dev.holdfast.store.postgres.SharedPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of a transactional step that takes too long. */
class TransactionTimeoutTest {

  private static final Duration LIMIT = Duration.ofSeconds(2);

  @TempDir Path folder;

  static Stream<Named<Function<Path, String>>> stores() {
    return Stream.of(
        named("SQLite", folder -> "jdbc:sqlite:" + folder.resolve("test.db")),
        named("PostgreSQL", folder -> SharedPostgres.createDatabase()));
  }

  @ParameterizedTest
  @MethodSource("stores")
  void it_is_interrupted_rolled_back_and_tried_again(Function<Path, String> place) {
    expectOneRowAfterTwoAttempts(place, db -> new CountDownLatch(1).await());
  }

  @ParameterizedTest
  @MethodSource("stores")
  void a_late_result_of_code_that_ignores_its_interrupt_is_rolled_back(
      Function<Path, String> place) {
    expectOneRowAfterTwoAttempts(
        place, db -> Life.until(() -> Thread.currentThread().isInterrupted()));
  }

  @Test
  void a_statement_that_takes_too_long_on_the_server_is_cut_off() {
    expectOneRowAfterTwoAttempts(
        folder -> SharedPostgres.createDatabase(),
        db -> {
          try (var statement = db.createStatement()) {
            statement.execute("SELECT pg_sleep(120)");
          }
        });
  }

  @ParameterizedTest
  @MethodSource("stores")
  void the_step_after_it_is_not_interrupted(Function<Path, String> place) {
    try (var holdfast = Holdfast.open(place.apply(folder))) {
      var slow = new CountDownLatch(1);

      boolean interrupted =
          holdfast.run(
              "k",
              wf -> {
                try {
                  wf.transaction(
                      "slow",
                      db -> {
                        slow.await();
                        return 1;
                      },
                      s -> s.timeout(LIMIT));
                } catch (StepFailedException expected) {
                  assertThat(expected).hasMessageContaining("time-out of PT2S");
                }
                return wf.step("next", () -> Thread.currentThread().isInterrupted());
              });

      assertThat(interrupted).isFalse();
    }
  }

  private interface Work {
    void run(Connection db) throws Exception;
  }

  /** Runs a transaction that inserts a row and then, the first time, does what takes too long. */
  private void expectOneRowAfterTwoAttempts(Function<Path, String> place, Work first) {
    var attempts = new AtomicInteger();
    try (var holdfast = Holdfast.open(place.apply(folder))) {
      int rows =
          holdfast.run(
              "k",
              wf -> {
                wf.transaction("create", db -> update(db, "CREATE TABLE account (name TEXT)"));
                wf.transaction(
                    "book",
                    db -> {
                      int inserted = update(db, "INSERT INTO account VALUES ('ada')");
                      if (attempts.incrementAndGet() == 1) {
                        first.run(db);
                      }
                      return inserted;
                    },
                    s -> s.timeout(LIMIT).retry(Retry.attempts(2).delay(Duration.ofMillis(1))));
                return wf.transaction("count", TransactionTimeoutTest::count);
              });

      assertThat(rows).isEqualTo(1);
      assertThat(attempts).hasValue(2);
    }
  }

  private static int update(Connection db, String sql) throws SQLException {
    try (var statement = db.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  private static int count(Connection db) throws SQLException {
    try (var statement = db.createStatement();
        var rows = statement.executeQuery("SELECT count(*) FROM account")) {
      assertThat(rows.next()).isTrue();
      return rows.getInt(1);
    }
  }
}
