package dev.holdfast.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.store.Entry;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class LogCheckTest {

  private static final UUID RUN = Histories.RUN;

  @Provide
  Arbitrary<List<Event>> histories() {
    return Histories.any();
  }

  @Property(tries = 500)
  void a_good_log_breaks_no_rule(@ForAll("histories") List<Event> log) {
    assertThat(LogCheck.violations(RUN, log)).isEmpty();
    assertThat(RunState.fold(RUN, log).seq()).isEqualTo(log.size());
  }

  @Property(tries = 100)
  void a_prefix_of_a_good_log_is_a_good_log(@ForAll("histories") List<Event> log) {
    for (int size = 1; size < log.size(); size++) {
      assertThat(LogCheck.violations(RUN, log.subList(0, size))).isEmpty();
    }
  }

  @Property(tries = 200)
  void every_damage_is_found_wherever_it_is(@ForAll("histories") List<Event> log) {
    for (var mutation : Mutation.values()) {
      for (var damaged : mutation.everywhere(log)) {
        assertThat(LogCheck.violations(RUN, damaged))
            .as("%s in %s", mutation, damaged)
            .isNotEmpty()
            .allMatch(text -> text.matches("(?s)Event \\d+ of run .*\\."));
      }
    }
  }

  @Test
  void the_histories_show_every_kind_of_event_and_of_damage() {
    Set<Class<?>> seen = new HashSet<>();
    Set<Mutation> possible = EnumSet.noneOf(Mutation.class);
    for (int seed = 0; seed < 300; seed++) {
      var log = Histories.seeded(seed);
      log.forEach(event -> seen.add(event.getClass()));
      for (var mutation : Mutation.values()) {
        if (!mutation.everywhere(log).isEmpty()) {
          possible.add(mutation);
        }
      }
    }

    assertThat(seen).containsAll(EventSamples.kinds());
    assertThat(possible).containsExactly(Mutation.values());
  }

  @Test
  void an_empty_log_lacks_its_creation() {
    assertThat(LogCheck.violations(RUN, List.of()))
        .singleElement()
        .asString()
        .contains(RUN.toString(), "RunCreated");
  }

  @Test
  void a_violation_says_where_and_what() {
    var created = EventSamples.least(Event.RunCreated.class);
    var started = new Event.StepStarted(EventSamples.AT, "charge", 2, null);

    assertThat(LogCheck.violations(RUN, List.of(created, started)))
        .containsExactly(
            "Event 2 of run "
                + RUN
                + ", StepStarted of step charge, has no StepScheduled of attempt 2 before it.");
  }

  @Test
  void one_mistake_is_reported_once() {
    var at = EventSamples.AT;
    var log =
        List.of(
            EventSamples.least(Event.RunCreated.class),
            new Event.StepStarted(at, "charge", 1, null),
            new Event.StepCheckpointed(at, "charge", 1, Json.NULL),
            new Event.StepCompleted(at, "charge", 1, Json.NULL, 1),
            new Event.RunCompleted(at, Json.NULL, 1));

    assertThat(LogCheck.violations(RUN, log)).hasSize(1);
  }

  @Test
  void cursors_are_compared_as_numbers_and_each_trigger_has_its_own() {
    var at = EventSamples.AT;
    var log =
        List.of(
            EventSamples.least(Event.RunCreated.class),
            new Event.TriggerCursorAdvanced(at, "a", "9", 1),
            new Event.TriggerCursorAdvanced(at, "a", "10", 1),
            new Event.TriggerCursorAdvanced(at, "a", "10", 0),
            new Event.TriggerCursorAdvanced(at, "b", "3", 1));

    assertThat(LogCheck.violations(RUN, log)).isEmpty();
  }

  @Test
  void entries_that_join_have_no_gap() {
    assertThat(LogCheck.gaps(List.of())).isEmpty();
    assertThat(LogCheck.gaps(List.of(entry(1, 1), entry(2, 3), entry(5, 1)))).isEmpty();
  }

  @Test
  void every_gap_and_overlap_is_named() {
    assertThat(LogCheck.gaps(List.of(entry(2, 1)))).singleElement().asString().contains("1 to 1");
    assertThat(LogCheck.gaps(List.of(entry(1, 2), entry(5, 1), entry(6, 1), entry(9, 1))))
        .hasSize(2)
        .satisfiesExactly(
            gap -> assertThat(gap).contains("3 to 4", "entry 5", RUN.toString()),
            gap -> assertThat(gap).contains("7 to 8", "entry 9"));
    assertThat(LogCheck.gaps(List.of(entry(1, 3), entry(3, 1), entry(4, 1))))
        .singleElement()
        .asString()
        .contains("Entry 3");
    assertThat(LogCheck.gaps(List.of(entry(1, 1), entry(1, 1)))).hasSize(1);
    assertThat(LogCheck.gaps(List.of(entry(1, 1), new Entry(new UUID(1, 1), 2, 1, "[]"))))
        .singleElement()
        .asString()
        .contains("another run");
  }

  private static Entry entry(long seq, int count) {
    return new Entry(RUN, seq, count, "[]");
  }
}
