package dev.holdfast.engine;

import dev.holdfast.log.HeaderFold;
import dev.holdfast.store.Header;
import dev.holdfast.store.RunStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What must be true of a header, by itself and beside its log. Pure. */
final class HeaderCheck {

  private static final int SHOWN_CHARS_MAX = 60;

  /** A column by the name it has in the database. */
  private record Column(String name, Function<Header, @Nullable Object> value) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("type", Header::workflow),
          new Column("payload", Header::input),
          new Column("idempotency_key", Header::key),
          new Column("priority", Header::priority),
          new Column("max_attempts", Header::maxAttempts),
          new Column("parent_run", Header::parentRun),
          new Column("parent_step", Header::parentStep),
          new Column("workflow_id", Header::workflowId),
          new Column("order_id", Header::orderId),
          new Column("namespace", Header::namespace),
          new Column("created_at", Header::createdAt),
          new Column("status", header -> header.state().status().word()),
          new Column("run_at", header -> header.state().runAt()),
          new Column("leased_by", header -> header.state().leasedBy()),
          new Column("attempt", header -> header.state().attempt()),
          new Column("waiting_for", header -> header.state().waitingFor()),
          new Column("last_error", header -> header.state().lastError()),
          new Column("result", header -> header.state().result()),
          new Column("started_at", header -> header.state().startedAt()),
          new Column("finished_at", header -> header.state().finishedAt()),
          new Column("updated_at", header -> header.state().updatedAt()));

  private HeaderCheck() {}

  /** Every column in which the stored header is not what its log makes of it. */
  static List<Problem> differences(Header stored, Header logged) {
    List<Problem> problems = new ArrayList<>();
    for (var column : COLUMNS) {
      var is = column.value.apply(stored);
      var should = column.value.apply(logged);
      if (!same(is, should)) {
        problems.add(
            new Problem(
                stored.id(),
                Problem.Kind.HEADER,
                "The header says %s is %s, its log says %s."
                    .formatted(column.name, shown(is), shown(should))));
      }
    }
    return problems;
  }

  static boolean equal(Header stored, Header logged) {
    return differences(stored, logged).isEmpty();
  }

  /** Who holds the run and what will wake it. */
  static List<Problem> standing(Header header) {
    var state = header.state();
    List<Problem> problems = new ArrayList<>(1);
    if (state.status() == RunStatus.LEASED) {
      if (state.leasedBy() == null) {
        problems.add(new Problem(header.id(), Problem.Kind.LEASE, "It is leased, but to no node."));
      }
    } else if (state.leasedBy() != null) {
      problems.add(
          new Problem(
              header.id(),
              Problem.Kind.LEASE,
              "It is %s, and node %s still has a lease on it."
                  .formatted(state.status().word(), state.leasedBy())));
    }
    if (state.status() == RunStatus.PENDING && state.runAt() == null) {
      stuck(header, problems);
    }
    return problems;
  }

  private static void stuck(Header header, List<Problem> problems) {
    var state = header.state();
    if (state.startedAt() == null && !HeaderFold.isPaused(state)) {
      problems.add(
          new Problem(
              header.id(), Problem.Kind.STUCK, "It has never begun and has no time to begin at."));
    } else if (state.waitingFor() == null || state.waitingFor().isBlank()) {
      problems.add(
          new Problem(
              header.id(), Problem.Kind.STUCK, "It waits for nothing, so nothing will wake it."));
    }
  }

  /** PostgreSQL keeps every character of a text but NUL and stores U+FFFD in its place. */
  private static boolean same(@Nullable Object is, @Nullable Object should) {
    return Objects.equals(is, should)
        || (is instanceof String a
            && should instanceof String b
            && a.equals(b.replace('\0', '\ufffd')));
  }

  private static String shown(@Nullable Object value) {
    if (value == null) {
      return "empty";
    }
    var text = value.toString().replaceAll("\\R", " ");
    return text.length() <= SHOWN_CHARS_MAX ? text : text.substring(0, SHOWN_CHARS_MAX) + "…";
  }
}
