package dev.holdfast.store;

import static dev.holdfast.store.Outcome.COMMITTED;
import static dev.holdfast.store.Outcome.CONFLICT;
import static dev.holdfast.store.Outcome.DUPLICATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Work and its entry, together or not at all. */
interface TransactionContract extends StoreUnderTest {

  @Test
  default void work_and_its_entry_are_committed_together() throws Exception {
    var run = begin();
    var payload = new Payload("e".repeat(64), "1");
    var change = new HeaderChange.Update(Sample.leased("n"));
    var append = new Append(run, 2, 1, Sample.events("done", 1), change, List.of(payload));

    assertThat(write("work", append)).isEqualTo(COMMITTED);

    assertThat(lines()).containsExactly("work");
    assertThat(second().tail(run)).contains(new Entry(run, 2, 1, append.events()));
    assertThat(second().header(run).orElseThrow().state()).isEqualTo(Sample.leased("n"));
    assertThat(second().payload(payload.hash())).contains(payload);
  }

  @Test
  default void a_run_can_begin_in_a_transaction() throws Exception {
    createLedger();
    var run = Sample.keyed("begun inside");

    assertThat(write("work", Sample.insert(run))).isEqualTo(COMMITTED);

    assertThat(store().header(run.id())).contains(run);
    assertThat(lines()).containsExactly("work");
  }

  @Test
  default void work_sees_what_it_wrote() throws Exception {
    var run = begin();

    store()
        .transact(
            connection -> {
              insertLine(connection, "mine");
              assertThat(select(connection)).containsExactly("mine");
              return Sample.append(run, 2);
            });

    assertThat(lines()).containsExactly("mine");
  }

  @Test
  default void work_that_throws_leaves_nothing() throws Exception {
    var run = begin();
    for (var failure :
        List.of(new IOException("no"), new IllegalStateException("no"), new AssertionError("no"))) {
      assertThatThrownBy(
              () ->
                  store()
                      .transact(
                          connection -> {
                            insertLine(connection, "gone");
                            throw sneaky(failure);
                          }))
          .isSameAs(failure);
    }

    assertThat(lines()).isEmpty();
    assertThat(store().tail(run)).map(Entry::seq).contains(1L);
    assertThat(write("after all", Sample.append(run, 2))).isEqualTo(COMMITTED);
  }

  @Test
  default void broken_sql_leaves_nothing_and_the_store_goes_on() throws Exception {
    var run = begin();

    assertThatThrownBy(
            () ->
                store()
                    .transact(
                        connection -> {
                          insertLine(connection, "gone");
                          try (var statement = connection.createStatement()) {
                            statement.execute("INSERT INTO no_such_table VALUES (1)");
                          }
                          return Sample.append(run, 2);
                        }))
        .isInstanceOf(SQLException.class);

    assertThat(lines()).isEmpty();
    assertThat(store().commit(List.of(Sample.append(run, 2)))).containsExactly(COMMITTED);
    assertThat(write("after all", Sample.append(run, 3))).isEqualTo(COMMITTED);
  }

  @Test
  default void work_whose_entry_collides_leaves_nothing() throws Exception {
    var run = begin();
    store().commit(List.of(Sample.append(run, 2)));
    var change = new HeaderChange.Update(Sample.ended(RunStatus.SUCCEEDED));
    var payload = new Payload("f".repeat(64), "1");
    var late = new Append(run, 2, 1, Sample.events("late", 1), change, List.of(payload));

    assertThat(write("gone", late)).isEqualTo(CONFLICT);

    assertThat(lines()).isEmpty();
    assertThat(store().header(run).orElseThrow().state().status()).isEqualTo(RunStatus.PENDING);
    assertThat(store().payload(payload.hash())).isEmpty();
    assertThat(write("after all", Sample.append(run, 3))).isEqualTo(COMMITTED);
  }

  @Test
  default void work_whose_run_is_a_duplicate_leaves_nothing() throws Exception {
    createLedger();
    store().commit(List.of(Sample.insert(Sample.keyed("taken"))));

    assertThat(write("gone", Sample.insert(Sample.keyed("taken")))).isEqualTo(DUPLICATE);

    assertThat(lines()).isEmpty();
  }

  @Test
  default void work_is_called_once() throws Exception {
    var run = begin();
    var calls = new AtomicInteger();
    for (long seq : List.of(2L, 2L, 3L)) {
      store()
          .transact(
              connection -> {
                calls.incrementAndGet();
                return Sample.append(run, seq);
              });
    }

    assertThat(calls).hasValue(3);
  }

  @Test
  default void of_many_transactions_at_one_tail_one_is_kept() throws Exception {
    var run = begin();
    second();

    var outcomes =
        Together.run(
            8,
            n ->
                (n % 2 == 0 ? store() : second())
                    .transact(
                        connection -> {
                          insertLine(connection, "worker " + n);
                          return Sample.append(run, 2);
                        }));

    assertThat(outcomes).containsOnlyOnce(COMMITTED);
    assertThat(Collections.frequency(outcomes, CONFLICT)).isEqualTo(7);
    assertThat(lines()).containsExactly("worker " + outcomes.indexOf(COMMITTED));
  }

  @Test
  default void a_claim_between_fences_the_transaction() throws Exception {
    var run = begin();
    store().claim(Sample.only("heir", run));

    assertThat(write("zombie", Sample.append(run, 2))).isEqualTo(CONFLICT);

    assertThat(lines()).isEmpty();
  }

  @Test
  default void commits_go_on_beside_transactions() throws Exception {
    var run = begin();
    var others = List.of(begin(), begin(), begin());

    Together.run(
        4,
        n -> {
          for (long seq = 2; seq <= 20; seq++) {
            long at = seq;
            if (n == 3) {
              assertThat(write("line " + at, Sample.append(run, at))).isEqualTo(COMMITTED);
            } else {
              assertThat(store().commit(List.of(Sample.append(others.get(n), at))))
                  .containsExactly(COMMITTED);
            }
          }
          return n;
        });

    assertThat(lines()).hasSize(19);
  }

  private UUID begin() throws Exception {
    createLedger();
    var run = Sample.header(Sample.pending(Sample.START));
    store().commit(List.of(Sample.insert(run)));
    return run.id();
  }

  private void createLedger() throws Exception {
    assumeTrue(supportsTransactions());
    execute("CREATE TABLE IF NOT EXISTS ledger (line TEXT NOT NULL)");
  }

  private void execute(String sql) throws Exception {
    store()
        .transact(
            connection -> {
              try (var statement = connection.createStatement()) {
                statement.execute(sql);
              }
              return Sample.insert(Sample.header(Sample.pending(null)));
            });
  }

  private Outcome write(String line, Append append) throws Exception {
    return store()
        .transact(
            connection -> {
              insertLine(connection, line);
              return append;
            });
  }

  private List<String> lines() throws Exception {
    List<String> lines = new ArrayList<>();
    second()
        .transact(
            connection -> {
              lines.addAll(select(connection));
              return Sample.insert(Sample.header(Sample.pending(null)));
            });
    return lines;
  }

  private static void insertLine(Connection connection, String line) throws SQLException {
    try (var insert = connection.prepareStatement("INSERT INTO ledger (line) VALUES (?)")) {
      insert.setString(1, line);
      insert.executeUpdate();
    }
  }

  private static List<String> select(Connection connection) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (var select = connection.prepareStatement("SELECT line FROM ledger");
        var rows = select.executeQuery()) {
      while (rows.next()) {
        lines.add(rows.getString(1));
      }
    }
    return lines;
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> RuntimeException sneaky(Throwable failure) throws E {
    throw (E) failure;
  }
}
