package dev.holdfast.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.store.Outcome;
import dev.holdfast.store.StoreException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** That the store never says what it does not know. */
class CutConnectionTest {

  private static final int WRITERS = 4;
  private static final int CUTS = 40;

  private static final String CUT =
      """
      select count(pg_terminate_backend(pid)) from pg_stat_activity
      where application_name = 'holdfast' and datname = current_database()\
      """;

  private final String url = SharedPostgres.createDatabase();
  private final AtomicInteger broken = new AtomicInteger();

  @Test
  void whatever_a_commit_said_when_its_connection_was_cut_is_true() throws Exception {
    try (var store = PostgresStore.open(url, Options.defaults());
        var pool = Executors.newFixedThreadPool(WRITERS)) {
      var over = new AtomicBoolean();
      List<Future<Long>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        writers.add(pool.submit(() -> write(store, over)));
      }
      for (int cuts = 0; cuts < CUTS || broken.get() == 0; cuts++) {
        SharedPostgres.execute(url, CUT);
      }
      over.set(true);

      long written = 0;
      for (var writer : writers) {
        written += writer.get();
      }
      assertThat(SharedPostgres.select(url, "select count(*) from workflow.run_log"))
          .isEqualTo(String.valueOf(written + WRITERS));
    }
  }

  @Test
  void a_transaction_that_was_cut_is_as_if_it_had_never_been() throws Exception {
    try (var store = PostgresStore.open(url, Options.defaults())) {
      var run = Runs.id();
      store.commit(List.of(Runs.due(run)));
      SharedPostgres.execute(url, "create table ledger (line text)");

      assertThatThrownBy(
              () ->
                  store.transact(
                      connection -> {
                        try (var statement = connection.createStatement()) {
                          statement.execute("insert into ledger values ('gone')");
                          SharedPostgres.execute(url, CUT);
                          statement.execute("insert into ledger values ('gone too')");
                        }
                        return Runs.entry(run, 2);
                      }))
          .isInstanceOf(StoreException.Unavailable.class);

      assertThat(SharedPostgres.select(url, "select count(*) from ledger")).isEqualTo("0");
      assertThat(store.transact(connection -> Runs.entry(run, 2))).isEqualTo(Outcome.COMMITTED);
    }
  }

  @Test
  void an_error_that_the_work_swallowed_is_named() throws Exception {
    try (var store = PostgresStore.open(url, Options.defaults())) {
      var run = Runs.id();
      store.commit(List.of(Runs.due(run)));

      assertThatThrownBy(
              () ->
                  store.transact(
                      connection -> {
                        try (var statement = connection.createStatement()) {
                          statement.execute("insert into no_such_table values (1)");
                        } catch (SQLException swallowed) {
                          assertThat(swallowed.getMessage()).contains("no_such_table");
                        }
                        return Runs.entry(run, 2);
                      }))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("swallowed");
      assertThat(store.commit(List.of(Runs.entry(run, 2)))).containsExactly(Outcome.COMMITTED);
    }
  }

  /** Appends one entry after another to a run of its own, and checks every answer. */
  private long write(PostgresStore store, AtomicBoolean over) {
    var run = Runs.id();
    long seq = 1;
    boolean maybe = false;
    while (!over.get() || seq == 1 || maybe) {
      var append = seq == 1 ? Runs.due(run) : Runs.entry(run, seq);
      try {
        var outcome = store.commit(List.of(append)).getFirst();
        // Nobody else writes here, so a collision can only be with what nobody could say.
        assertThat(outcome == Outcome.COMMITTED || maybe).isTrue();
        seq++;
        maybe = false;
      } catch (StoreException.Unavailable e) {
        broken.incrementAndGet();
        assertThat(maybe || !exists(run, seq)).as("said not to have happened: %s", e).isTrue();
      } catch (StoreException.Unknown e) {
        broken.incrementAndGet();
        maybe = true;
      }
    }
    return seq - 2;
  }

  private boolean exists(UUID run, long seq) {
    return !SharedPostgres.select(
            url,
            "select count(*) from workflow.run_log where run_id = '%s' and seq = %d"
                .formatted(run, seq))
        .equals("0");
  }
}
