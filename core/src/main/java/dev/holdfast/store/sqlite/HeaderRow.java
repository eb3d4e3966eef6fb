package dev.holdfast.store.sqlite;

import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.Micros;
import dev.holdfast.store.RunStatus;
import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Headers to rows and back. */
final class HeaderRow {

  static final String COLUMNS =
      "id, type, payload, idempotency_key, priority, max_attempts, parent_run, parent_step,"
          + " workflow_id, order_id, namespace, created_at, status, run_at, leased_by, attempt,"
          + " waiting_for, last_error, result, started_at, finished_at, updated_at";

  static final String INSERT =
      "INSERT INTO workflow_run ("
          + COLUMNS
          + ") VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";

  static final String UPDATE =
      "UPDATE workflow_run SET status = ?, run_at = ?, leased_by = ?, attempt = ?,"
          + " waiting_for = ?, last_error = ?, result = ?, started_at = ?, finished_at = ?,"
          + " updated_at = ? WHERE id = ?";

  private HeaderRow() {}

  static void bindInsert(PreparedStatement p, Header h) throws SQLException {
    p.setBytes(1, bytes(h.id()));
    p.setString(2, h.workflow());
    p.setString(3, h.input());
    p.setString(4, h.key());
    p.setInt(5, h.priority());
    p.setInt(6, h.maxAttempts());
    p.setBytes(7, h.parentRun() == null ? null : bytes(h.parentRun()));
    p.setString(8, h.parentStep());
    p.setBytes(9, h.workflowId() == null ? null : bytes(h.workflowId()));
    p.setString(10, h.orderId());
    p.setString(11, h.namespace());
    p.setLong(12, Micros.of(h.createdAt()));
    bindState(p, 13, h.state());
  }

  static void bindUpdate(PreparedStatement p, UUID id, HeaderState s) throws SQLException {
    int next = bindState(p, 1, s);
    p.setBytes(next, bytes(id));
  }

  static Header read(ResultSet r) throws SQLException {
    return new Header(
        uuid(r.getBytes(1)),
        r.getString(2),
        r.getString(3),
        r.getString(4),
        r.getInt(5),
        r.getInt(6),
        uuidOrNull(r.getBytes(7)),
        r.getString(8),
        uuidOrNull(r.getBytes(9)),
        r.getString(10),
        r.getString(11),
        Micros.instant(r.getLong(12)),
        new HeaderState(
            RunStatus.of(r.getString(13)),
            time(r, 14),
            r.getString(15),
            r.getInt(16),
            r.getString(17),
            r.getString(18),
            r.getString(19),
            time(r, 20),
            time(r, 21),
            Micros.instant(r.getLong(22))));
  }

  static byte[] bytes(UUID id) {
    return ByteBuffer.allocate(16)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }

  static UUID uuid(byte[] bytes) {
    var buffer = ByteBuffer.wrap(bytes);
    return new UUID(buffer.getLong(), buffer.getLong());
  }

  private static @Nullable UUID uuidOrNull(byte @Nullable [] bytes) {
    return bytes == null ? null : uuid(bytes);
  }

  private static int bindState(PreparedStatement p, int from, HeaderState s) throws SQLException {
    p.setString(from, s.status().word());
    time(p, from + 1, s.runAt());
    p.setString(from + 2, s.leasedBy());
    p.setInt(from + 3, s.attempt());
    p.setString(from + 4, s.waitingFor());
    p.setString(from + 5, s.lastError());
    p.setString(from + 6, s.result());
    time(p, from + 7, s.startedAt());
    time(p, from + 8, s.finishedAt());
    p.setLong(from + 9, Micros.of(s.updatedAt()));
    return from + 10;
  }

  private static void time(PreparedStatement p, int index, @Nullable Instant time)
      throws SQLException {
    if (time == null) {
      p.setNull(index, Types.BIGINT);
    } else {
      p.setLong(index, Micros.of(time));
    }
  }

  private static @Nullable Instant time(ResultSet r, int column) throws SQLException {
    long micros = r.getLong(column);
    return r.wasNull() ? null : Micros.instant(micros);
  }
}
