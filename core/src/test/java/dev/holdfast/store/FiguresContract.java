package dev.holdfast.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is in a store, in numbers. */
interface FiguresContract extends StoreUnderTest {

  @Test
  default void the_queue_tells_what_is_ready_and_what_is_due_later_by_priority() {
    var now = clock().instant();
    put(100, Sample.pending(now));
    put(100, Sample.pending(now.minusSeconds(7)));
    put(100, Sample.pending(now.plusSeconds(1)));
    put(5, Sample.pending(now.plusSeconds(60)));
    put(7, Sample.pending(null));
    put(1, Sample.leased("n"));
    put(1, Sample.ended(RunStatus.SUCCEEDED));

    assertThat(store().figures().queue(50))
        .containsExactly(
            new Figures.Level(5, 0, 1, null),
            new Figures.Level(100, 2, 1, Micros.truncate(now.minusSeconds(7))));
  }

  @Test
  default void an_empty_queue_has_no_levels() {
    assertThat(store().figures().queue(50)).isEmpty();
    assertThat(store().figures().open(50)).isEmpty();
    assertThat(store().figures().held()).isEmpty();
  }

  @Test
  default void what_waits_is_counted_up_to_one_more_than_the_limit() {
    var now = clock().instant();
    for (int i = 0; i < 9; i++) {
      put(100, Sample.pending(now));
      put(100, Sample.pending(now.plusSeconds(1)));
    }

    assertThat(store().figures().queue(5))
        .containsExactly(new Figures.Level(100, 6, 6, Micros.truncate(now)));
    assertThat(store().figures().queue(9))
        .containsExactly(new Figures.Level(100, 9, 9, Micros.truncate(now)));
  }

  @Test
  default void open_runs_are_counted_by_phase_and_by_who_holds_them() {
    var now = clock().instant();
    put(100, Sample.pending(now));
    put(100, waiting(RunPhase.RETRY_OF + "charge"));
    put(100, waiting("the signal ok"));
    put(100, waiting(RunPhase.PAUSED_FOR + "the code has changed"));
    put(100, Sample.leased("ann"));
    put(100, Sample.leased("ann"));
    put(100, Sample.leased("bob"));
    put(100, Sample.ended(RunStatus.FAILED));

    assertThat(store().figures().open(50))
        .isEqualTo(
            Map.of(
                RunPhase.PENDING, 1L,
                RunPhase.RETRYING, 1L,
                RunPhase.WAITING, 1L,
                RunPhase.PAUSED, 1L,
                RunPhase.RUNNING, 3L));
    assertThat(store().figures().open(2).get(RunPhase.RUNNING)).isEqualTo(2);
    assertThat(store().figures().held()).isEqualTo(Map.of("ann", 2L, "bob", 1L));
  }

  @Test
  default void a_database_says_how_large_its_tables_are() {
    put(100, Sample.ended(RunStatus.SUCCEEDED));

    var disk = store().figures().disk();

    assertThat(store().figures().kind()).isNotBlank();
    assertThat(store().figures().version()).isNotBlank();
    if (supportsTransactions()) {
      assertThat(disk.tables())
          .extracting(Figures.Table::name)
          .contains("run_log", "workflow_run", "payload", "node");
      assertThat(disk.tables()).allMatch(table -> table.bytes() > 0 && table.rows() >= 0);
      assertThat(disk.totalBytes())
          .isGreaterThanOrEqualTo(disk.tables().stream().mapToLong(Figures.Table::bytes).sum());
    }
  }

  private void put(int priority, HeaderState state) {
    store().commit(List.of(Sample.insert(Sample.header(Sample.WORKFLOW, priority, state))));
  }

  private static HeaderState waiting(String what) {
    var at = Sample.START;
    @Nullable Instant never = null;
    return new HeaderState(RunStatus.PENDING, never, null, 1, what, null, null, at, null, at);
  }
}
