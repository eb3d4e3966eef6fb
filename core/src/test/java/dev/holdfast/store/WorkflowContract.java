package dev.holdfast.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Stored definitions. */
interface WorkflowContract extends StoreUnderTest {

  @Test
  default void a_definition_is_read_back_as_it_was_given() {
    for (var text : Sample.TEXTS) {
      // PostgreSQL has no room for U+0000 in a text, and JSON writes it as an escape anyway.
      var id = Sample.id();
      var row = store().workflows().add(id, "name", "{\"x\": 1.0,  \"t\": " + text, Sample.START);

      assertThat(second().workflows().find(id)).contains(row);
      assertThat(row.definition()).endsWith(text);
      assertThat(row.createdAt()).isEqualTo(Sample.START);
    }
  }

  @Test
  default void versions_are_counted_per_name() {
    var workflows = store().workflows();
    var a1 = workflows.add(Sample.id(), "a", "1", Sample.START);
    var b1 = workflows.add(Sample.id(), "b", "2", Sample.START);
    var a2 = workflows.add(Sample.id(), "a", "3", Sample.START);

    assertThat(List.of(a1.version(), b1.version(), a2.version())).containsExactly(1, 1, 2);
    assertThat(workflows.newest("a")).contains(a2);
    assertThat(workflows.newest("b")).contains(b1);
    assertThat(workflows.newest("A")).isEmpty();
    assertThat(workflows.find(a1.id())).contains(a1);
    assertThat(workflows.find(Sample.id())).isEmpty();
  }

  @Test
  default void a_definition_that_is_stored_already_is_left_alone() {
    var id = Sample.id();
    var first = store().workflows().add(id, "a", "1", Sample.START);

    assertThat(second().workflows().add(id, "a", "other", Sample.START)).isEqualTo(first);
    assertThat(store().workflows().newest("a")).contains(first);
  }

  @Test
  default void no_two_get_the_same_version() throws Exception {
    var handles = List.of(store(), second());

    var rows =
        Together.run(
            8,
            n -> {
              List<Integer> versions = new ArrayList<>();
              for (int i = 0; i < 5; i++) {
                var workflows = handles.get(n % 2).workflows();
                versions.add(workflows.add(Sample.id(), "a", "x", Sample.START).version());
              }
              return versions;
            });

    assertThat(rows.stream().flatMap(List::stream).toList())
        .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, 40).boxed().toList());
  }

  @Test
  default void definitions_are_listed_newest_first_in_pages() {
    List<WorkflowRow> rows = new ArrayList<>();
    for (int n = 0; n < 7; n++) {
      rows.add(
          store().workflows().add(Sample.id(), n % 2 == 0 ? "even" : "odd", "x", Sample.START));
    }
    var newestFirst = rows.reversed();

    assertThat(store().workflows().list(null, null, 100)).isEqualTo(newestFirst);
    assertThat(store().workflows().list(null, null, 3)).isEqualTo(newestFirst.subList(0, 3));
    assertThat(store().workflows().list(null, newestFirst.get(2).id(), 3))
        .isEqualTo(newestFirst.subList(3, 6));
    assertThat(store().workflows().list("odd", null, 100))
        .containsExactly(rows.get(5), rows.get(3), rows.get(1));
    assertThat(store().workflows().list("odd", rows.get(5).id(), 1)).containsExactly(rows.get(3));
  }

  @Test
  default void a_secret_stays_what_it_was_first() {
    assertThat(store().secret("links", "one")).isEqualTo("one");
    assertThat(second().secret("links", "two")).isEqualTo("one");
    assertThat(store().secret("other", "three")).isEqualTo("three");
  }
}
