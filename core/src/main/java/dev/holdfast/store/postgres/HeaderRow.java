package dev.holdfast.store.postgres;

import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.Micros;
import dev.holdfast.store.RunStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Headers to columns and back. */
final class HeaderRow {

  /** In the order that {@link #read} expects. */
  static final String COLUMNS =
      "id, type, payload, idempotency_key, priority, max_attempts, parent_run, parent_step,"
          + " workflow_id, order_id, namespace, created_at, status, run_at, leased_by, attempt,"
          + " waiting_for, last_error, result, started_at, finished_at, updated_at";

  private HeaderRow() {}

  /** Binds whole headers, one array per column, to the parameters named {@code new_...}. */
  static void bind(Query query, List<Header> headers) throws SQLException {
    query.ids("new_id", ids(headers, Header::id));
    query.texts("new_type", texts(headers, Header::workflow));
    query.texts("new_payload", texts(headers, Header::input));
    query.texts("new_key", texts(headers, Header::key));
    query.integers("new_priority", integers(headers, Header::priority));
    query.integers("new_max_attempts", integers(headers, Header::maxAttempts));
    query.ids("new_parent_run", ids(headers, Header::parentRun));
    query.texts("new_parent_step", texts(headers, Header::parentStep));
    query.ids("new_workflow_id", ids(headers, Header::workflowId));
    query.texts("new_order_id", texts(headers, Header::orderId));
    query.texts("new_namespace", texts(headers, Header::namespace));
    query.numbers("new_created_at", times(headers, Header::createdAt));
    bindStates(query, "new_", headers.stream().map(Header::state).toList());
  }

  /** Binds states, one array per column, to the parameters with this prefix. */
  static void bindStates(Query query, String prefix, List<HeaderState> states) throws SQLException {
    query.texts(prefix + "status", texts(states, state -> state.status().word()));
    query.numbers(prefix + "run_at", times(states, HeaderState::runAt));
    query.texts(prefix + "leased_by", texts(states, HeaderState::leasedBy));
    query.integers(prefix + "attempt", integers(states, HeaderState::attempt));
    query.texts(prefix + "waiting_for", texts(states, HeaderState::waitingFor));
    query.texts(prefix + "last_error", texts(states, HeaderState::lastError));
    query.texts(prefix + "result", texts(states, HeaderState::result));
    query.numbers(prefix + "started_at", times(states, HeaderState::startedAt));
    query.numbers(prefix + "finished_at", times(states, HeaderState::finishedAt));
    query.numbers(prefix + "updated_at", times(states, HeaderState::updatedAt));
  }

  static Header read(ResultSet row) throws SQLException {
    return new Header(
        row.getObject(1, UUID.class),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getInt(5),
        row.getInt(6),
        row.getObject(7, UUID.class),
        row.getString(8),
        row.getObject(9, UUID.class),
        row.getString(10),
        row.getString(11),
        presentTime(row, 12),
        new HeaderState(
            RunStatus.of(row.getString(13)),
            time(row, 14),
            row.getString(15),
            row.getInt(16),
            row.getString(17),
            row.getString(18),
            row.getString(19),
            time(row, 20),
            time(row, 21),
            presentTime(row, 22)));
  }

  static @Nullable Instant time(ResultSet row, int column) throws SQLException {
    var value = row.getObject(column, OffsetDateTime.class);
    return value == null ? null : value.toInstant();
  }

  static Instant presentTime(ResultSet row, int column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  private static <T> @Nullable UUID[] ids(List<T> items, Function<T, @Nullable UUID> column) {
    var values = new @Nullable UUID[items.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = column.apply(items.get(i));
    }
    return values;
  }

  private static <T> @Nullable String[] texts(List<T> items, Function<T, @Nullable String> column) {
    var values = new @Nullable String[items.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = column.apply(items.get(i));
    }
    return values;
  }

  private static <T> @Nullable Long[] times(List<T> items, Function<T, @Nullable Instant> column) {
    var values = new @Nullable Long[items.size()];
    for (int i = 0; i < values.length; i++) {
      var time = column.apply(items.get(i));
      values[i] = time == null ? null : Micros.of(time);
    }
    return values;
  }

  private static <T> Integer[] integers(List<T> items, ToIntFunction<T> column) {
    var values = new Integer[items.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = column.applyAsInt(items.get(i));
    }
    return values;
  }
}
