package dev.holdfast.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Listing headers. */
interface FindContract extends StoreUnderTest {

  @Test
  default void an_empty_store_lists_nothing() {
    assertThat(store().find(RunQuery.all(10))).isEmpty();
    assertThat(store().find(RunQuery.byKey("nothing"))).isEmpty();
  }

  @Test
  default void newest_come_first_up_to_the_limit() {
    var headers = insert(40);

    assertThat(store().find(RunQuery.all(100))).isEqualTo(headers.reversed());
    assertThat(store().find(RunQuery.all(7))).isEqualTo(headers.reversed().subList(0, 7));
  }

  @Test
  default void the_order_is_that_of_ids_not_of_insertion() {
    var old = Sample.header(Sample.pending(null));
    var young = Sample.header(Sample.pending(null));
    store().commit(List.of(Sample.insert(young)));
    store().commit(List.of(Sample.insert(old)));

    assertThat(store().find(RunQuery.all(10))).containsExactly(young, old);
  }

  @Test
  default void pages_are_complete_and_do_not_overlap() {
    var headers = insert(40);
    for (int size : List.of(1, 7, 8, 39, 40, 41)) {
      assertThat(pages(RunQuery.all(size))).isEqualTo(headers.reversed());
    }
  }

  @Test
  default void pages_of_a_filter_are_complete_too() {
    var headers = insert(60);
    var wanted = EnumSet.of(RunStatus.LEASED, RunStatus.FAILED);

    assertThat(pages(RunQuery.all(4).statuses(wanted)))
        .isEqualTo(
            headers.reversed().stream()
                .filter(header -> wanted.contains(header.state().status()))
                .toList());
  }

  @Test
  default void a_new_run_does_not_shift_the_next_page() {
    var headers = insert(10);
    var first = store().find(RunQuery.all(5));
    insert(3);

    var next = store().find(RunQuery.all(5).before(first.getLast().id()));

    assertThat(next).isEqualTo(headers.subList(0, 5).reversed());
  }

  @Test
  default void every_set_of_statuses_lists_exactly_its_runs() {
    var headers = insert(25);
    for (var status : RunStatus.values()) {
      for (var wanted : List.of(EnumSet.of(status), EnumSet.complementOf(EnumSet.of(status)))) {
        assertThat(store().find(RunQuery.all(100).statuses(wanted)))
            .isEqualTo(
                headers.reversed().stream()
                    .filter(header -> wanted.contains(header.state().status()))
                    .toList());
      }
    }
  }

  @Test
  default void a_workflow_is_matched_exactly() {
    var names =
        List.of("a.b", "a.b.c", "a_b", "a%b", "aXb", "A.B", "a.b ", "a", "it's \"a\".b", "日本");
    var headers = names.stream().map(name -> Sample.header(name, 1, Sample.pending(null))).toList();
    store().commit(headers.stream().map(Sample::insert).toList());

    for (var header : headers) {
      assertThat(store().find(query(header.workflow(), null, null))).containsExactly(header);
    }
    assertThat(store().find(query("%", null, null))).isEmpty();
  }

  @Test
  default void a_key_is_matched_exactly() {
    var headers = List.of("k", "K", "k ", "k%", "k_", "", "'").stream().map(Sample::keyed).toList();
    store().commit(headers.stream().map(Sample::insert).toList());

    for (var header : headers) {
      assertThat(store().find(RunQuery.byKey(String.valueOf(header.key()))))
          .containsExactly(header);
    }
    assertThat(store().find(RunQuery.byKey("kk"))).isEmpty();
  }

  @Test
  default void the_runs_of_a_node_are_listed() {
    var mine = Sample.header(Sample.leased("node-1"));
    var others = Sample.header(Sample.leased("node-10"));
    var free = Sample.header(Sample.pending(null));
    store().commit(List.of(Sample.insert(mine), Sample.insert(others), Sample.insert(free)));

    assertThat(store().find(query(null, null, "node-1"))).containsExactly(mine);
    assertThat(store().find(query(null, null, "node-2"))).isEmpty();
  }

  @Test
  default void conditions_are_joined_by_and() {
    var match = Sample.header(Sample.id(), "w", 1, "k1", Sample.leased("n"));
    var otherWorkflow = Sample.header(Sample.id(), "v", 1, "k2", Sample.leased("n"));
    var otherNode = Sample.header(Sample.id(), "w", 1, "k3", Sample.leased("m"));
    store()
        .commit(
            List.of(Sample.insert(match), Sample.insert(otherWorkflow), Sample.insert(otherNode)));
    var leased = Set.of(RunStatus.LEASED);

    assertThat(store().find(new RunQuery(leased, "w", "k1", "n", null, 10))).containsExactly(match);
    assertThat(store().find(new RunQuery(leased, "w", "k2", "n", null, 10))).isEmpty();
    assertThat(store().find(new RunQuery(leased, "w", null, "n", null, 10))).containsExactly(match);
    assertThat(store().find(new RunQuery(Set.of(RunStatus.FAILED), "w", "k1", "n", null, 10)))
        .isEmpty();
    assertThat(store().find(new RunQuery(leased, "w", "k1", "n", match.id(), 10))).isEmpty();
  }

  @Test
  default void a_listing_follows_updates() {
    var run = Sample.header(Sample.pending(null));
    store().commit(List.of(Sample.insert(run)));
    var update = new HeaderChange.Update(Sample.leased("n"));
    store().commit(List.of(Sample.append(run.id(), 2, 1, update)));

    assertThat(store().find(RunQuery.all(9).statuses(Set.of(RunStatus.PENDING)))).isEmpty();
    assertThat(second().find(query(null, null, "n"))).containsExactly(run.with(Sample.leased("n")));
  }

  private List<Header> insert(int count) {
    var statuses = List.of(RunStatus.values());
    List<Header> headers = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      var status = statuses.get(n * 7 % statuses.size());
      headers.add(Sample.header(Sample.in(status)));
    }
    store().commit(headers.stream().map(Sample::insert).toList());
    return headers;
  }

  private List<Header> pages(RunQuery query) {
    List<Header> all = new ArrayList<>();
    UUID before = null;
    while (true) {
      var page = store().find(query.before(before));
      if (page.isEmpty()) {
        return all;
      }
      assertThat(page.size()).isLessThanOrEqualTo(query.limit());
      all.addAll(page);
      before = page.getLast().id();
    }
  }

  private static RunQuery query(
      @Nullable String workflow, @Nullable String key, @Nullable String leasedBy) {
    return new RunQuery(Set.of(), workflow, key, leasedBy, null, 100);
  }
}
