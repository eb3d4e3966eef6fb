package dev.holdfast.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Runs as people look for them. */
interface ListContract extends StoreUnderTest {

  @Test
  default void a_run_is_listed_under_its_phase_and_its_status_and_no_other() {
    var headers = inEveryPhase();
    for (var phase : RunPhase.values()) {
      var wanted = RunFilter.ALL.phases(Set.of(phase));
      assertThat(store().lists().find(wanted, null, 100))
          .as(phase.word())
          .isNotEmpty()
          .isEqualTo(newestFirst(headers, h -> RunPhase.of(h.state()) == phase));
    }
    for (var status : RunFilter.Status.values()) {
      assertThat(store().lists().find(in(status), null, 100))
          .as(status.word())
          .isNotEmpty()
          .isEqualTo(newestFirst(headers, h -> RunFilter.Status.of(h.state()) == status));
    }
  }

  @Test
  default void several_phases_are_one_list_with_pages() {
    var headers = inEveryPhase();
    var wanted = Set.of(RunPhase.WAITING, RunPhase.FAILED, RunPhase.RETRYING);
    List<Header> paged = new ArrayList<>();
    UUID before = null;
    while (true) {
      var page = store().lists().find(RunFilter.ALL.phases(wanted), before, 2);
      paged.addAll(page);
      if (page.size() < 2) {
        break;
      }
      before = page.getLast().id();
    }

    assertThat(paged).isEqualTo(newestFirst(headers, h -> wanted.contains(RunPhase.of(h.state()))));
  }

  @Test
  default void counts_say_how_many_runs_each_list_would_have() {
    var headers = inEveryPhase();
    var expected =
        headers.stream()
            .collect(Collectors.groupingBy(h -> RunPhase.of(h.state()), Collectors.counting()));

    assertThat(store().lists().counts(RunFilter.ALL, 1_000)).isEqualTo(expected);
    assertThat(store().lists().counts(RunFilter.ALL.phases(Set.of(RunPhase.FAILED)), 1_000))
        .containsOnlyKeys(RunPhase.FAILED);
  }

  @Test
  default void runs_that_have_ended_are_counted_up_to_one_more_than_the_limit() {
    Stream.generate(() -> Sample.header(Sample.ended(RunStatus.SUCCEEDED)))
        .limit(9)
        .forEach(this::add);

    assertThat(store().lists().counts(RunFilter.ALL, 5)).containsEntry(RunPhase.COMPLETED, 6L);
    assertThat(store().lists().counts(RunFilter.ALL, 9)).containsEntry(RunPhase.COMPLETED, 9L);
  }

  @Test
  default void a_workflow_is_found_by_the_name_of_its_code_or_of_its_definition() {
    var definition = store().workflows().add(Sample.id(), "order", "{}", Sample.START);
    var code = add(Sample.header("order", 100, Sample.pending(null)));
    var graph = add(of("graph", null, definition.id(), Sample.pending(null)));
    add(of("graph", null, Sample.id(), Sample.pending(null)));

    assertThat(store().lists().find(named("order"), null, 9)).containsExactly(graph, code);
    assertThat(store().lists().find(named("orde"), null, 9)).isEmpty();
    var byId =
        new RunFilter(
            Set.of(), Set.of(), null, definition.id(), null, Set.of(), null, null, null, null);
    assertThat(store().lists().find(byId, null, 9)).containsExactly(graph);
  }

  @Test
  default void text_is_found_in_keys_names_errors_and_beginnings_of_ids() {
    var definition = store().workflows().add(Sample.id(), "Fulfil_Order", "{}", Sample.START);
    var keyed = add(of("a.b", "Invoice-100%", null, Sample.pending(null)));
    var named = add(of("graph", null, definition.id(), Sample.pending(null)));
    var failed = add(of("a.b", null, null, failed("Timeout: no ANSWER \\ from bank")));

    assertThat(search("invoice")).containsExactly(keyed);
    assertThat(search("100%")).containsExactly(keyed);
    assertThat(search("fulfil_o")).containsExactly(named);
    assertThat(search("fulfil%o")).isEmpty();
    assertThat(search("answer \\ from")).containsExactly(failed);
    assertThat(search("A.B")).containsExactly(failed, keyed);
    assertThat(search(keyed.id().toString())).containsExactly(keyed);
    assertThat(search(keyed.id().toString().substring(0, 35))).contains(keyed);
    assertThat(search("'; DROP TABLE workflow_run; --")).isEmpty();
  }

  @Test
  default void every_text_can_be_searched_for() {
    for (var text : Sample.TEXTS) {
      if (!text.isEmpty() && text.indexOf('\0') < 0) {
        var run = add(of("x", "key " + text, null, Sample.pending(null)));
        assertThat(search("key " + text)).contains(run);
      }
    }
  }

  @Test
  default void runs_are_found_by_node_parent_order_and_age() {
    var parent = add(Sample.header(Sample.leased("n1")));
    var child =
        add(
            new Header(
                Sample.id(),
                "x",
                null,
                null,
                100,
                3,
                parent.id(),
                "call",
                null,
                "order-1",
                "default",
                Sample.START.plusSeconds(60),
                Sample.leased("n2")));

    var all = RunFilter.ALL;
    assertThat(find(filter(all, "n2", null, null, null))).containsExactly(child);
    assertThat(find(filter(all, null, parent.id(), null, null))).containsExactly(child);
    assertThat(find(filter(all, null, null, "order-1", null))).containsExactly(child);
    assertThat(find(filter(all, null, null, null, Sample.START.plusSeconds(60))))
        .containsExactly(child);
    assertThat(find(filter(all, null, null, null, Sample.START))).containsExactly(child, parent);
  }

  @Test
  default void runs_are_found_by_priority() {
    var urgent = add(Sample.header("a", 10, Sample.pending(null)));
    var usual = add(Sample.header("a", 100, Sample.ended(RunStatus.SUCCEEDED)));
    var failed = add(Sample.header("b", 100, failed("Late: no answer")));

    assertThat(find(RunFilter.ALL.priority(10))).containsExactly(urgent);
    assertThat(find(RunFilter.ALL.priority(100))).containsExactly(failed, usual);
    assertThat(find(RunFilter.ALL.priority(100).workflow("b"))).containsExactly(failed);
    assertThat(find(RunFilter.ALL.priority(50))).isEmpty();
    assertThat(store().lists().counts(RunFilter.ALL.priority(10), 9))
        .containsOnlyKeys(RunPhase.of(urgent.state()));
    assertThat(store().lists().errors(RunFilter.ALL.priority(10), 9)).isEmpty();
    assertThat(store().lists().errors(RunFilter.ALL.priority(100), 9)).hasSize(1);
  }

  @Test
  default void errors_are_counted_by_workflow_and_text() {
    add(of("a", null, null, failed("Late: no answer")));
    var second = add(of("a", null, null, failed("Late: no answer")));
    var retrying = add(of("a", null, null, retrying("Late: not now")));
    add(of("b", null, null, failed("Late: no answer")));
    add(of("b", null, null, Sample.ended(RunStatus.SUCCEEDED)));

    var errors = store().lists().errors(RunFilter.ALL, 10);

    assertThat(errors).hasSize(3);
    assertThat(errors.getFirst())
        .isEqualTo(
            new RunLists.ErrorCount(
                "a", null, "Late: no answer", 2, second.id(), Sample.START, Sample.START));
    assertThat(errors).anyMatch(e -> e.newest().equals(retrying.id()) && e.runs() == 1);
    assertThat(store().lists().errors(RunFilter.ALL, 1)).hasSize(1);
    assertThat(find(RunFilter.ALL.errors(Set.of("Late: not now", "else"))))
        .containsExactly(retrying);
  }

  private List<Header> inEveryPhase() {
    var paused = RunPhase.PAUSED_FOR + "the code has changed";
    var retry = RunPhase.RETRY_OF + "charge";
    var states =
        List.of(
            Sample.pending(Sample.START),
            Sample.pending(null),
            waiting("the signal ok"),
            waiting(RunPhase.A_NODE),
            waiting(retry),
            waiting("the signal ok, " + retry),
            waiting(paused),
            Sample.leased("n"),
            retrying("Late: not now"),
            Sample.ended(RunStatus.SUCCEEDED),
            Sample.ended(RunStatus.FAILED),
            failed("Late: no answer"),
            Sample.ended(RunStatus.CANCELLED));
    return states.stream().map(state -> add(Sample.header(state))).toList();
  }

  private Header add(Header header) {
    store().commit(List.of(Sample.insert(header)));
    return header;
  }

  private List<Header> search(String text) {
    return find(
        new RunFilter(Set.of(), Set.of(), null, null, text, Set.of(), null, null, null, null));
  }

  private List<Header> find(RunFilter filter) {
    return store().lists().find(filter, null, 100);
  }

  private static RunFilter named(String workflow) {
    return new RunFilter(
        Set.of(), Set.of(), workflow, null, null, Set.of(), null, null, null, null);
  }

  private static RunFilter in(RunFilter.Status status) {
    return new RunFilter(
        Set.of(), Set.of(status), null, null, null, Set.of(), null, null, null, null);
  }

  private static RunFilter filter(
      RunFilter f,
      @Nullable String node,
      @Nullable UUID parent,
      @Nullable String order,
      @Nullable Instant since) {
    return new RunFilter(
        f.phases(), f.statuses(), null, null, null, Set.of(), node, parent, order, since);
  }

  private static List<Header> newestFirst(List<Header> headers, Predicate<Header> wanted) {
    return headers.reversed().stream().filter(wanted).toList();
  }

  private static Header of(
      String workflow, @Nullable String key, @Nullable UUID definition, HeaderState state) {
    return new Header(
        Sample.id(),
        workflow,
        null,
        key,
        100,
        3,
        null,
        null,
        definition,
        null,
        "default",
        Sample.START,
        state);
  }

  private static HeaderState waiting(String what) {
    var at = Sample.START;
    return new HeaderState(RunStatus.PENDING, null, null, 1, what, null, null, at, null, at);
  }

  private static HeaderState retrying(String error) {
    var at = Sample.START;
    var what = RunPhase.RETRY_OF + "charge";
    return new HeaderState(RunStatus.LEASED, at, "n", 1, what, error, null, at, null, at);
  }

  private static HeaderState failed(String error) {
    var at = Sample.START;
    return new HeaderState(RunStatus.FAILED, at, null, 1, null, error, null, at, at, at);
  }
}
