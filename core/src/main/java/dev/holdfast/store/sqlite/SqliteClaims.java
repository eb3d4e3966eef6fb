package dev.holdfast.store.sqlite;

import dev.holdfast.store.Claim;
import dev.holdfast.store.Claimed;
import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.Micros;
import dev.holdfast.store.RunStatus;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds and takes runs inside the writer's transaction. There are few priorities and few nodes but
 * maybe many sleeping runs, so it walks the distinct values of the index and never the sleepers.
 */
final class SqliteClaims {

  private static final String OF_WORKFLOWS =
      " AND type IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL";

  private static final String SELECT = "SELECT " + HeaderRow.COLUMNS + " FROM workflow_run ";

  private static final String DUE =
      SELECT
          + "WHERE status = 'pending' AND priority = ? AND run_at <= ?"
          + OF_WORKFLOWS
          + " ORDER BY run_at, id LIMIT ?";

  private static final String PRIORITIES =
      "WITH RECURSIVE p (v) AS (SELECT min(priority) FROM workflow_run WHERE status = 'pending'"
          + " UNION ALL SELECT (SELECT min(priority) FROM workflow_run WHERE status = 'pending'"
          + " AND priority > p.v) FROM p WHERE p.v IS NOT NULL)"
          + " SELECT v FROM p WHERE v IS NOT NULL";

  private static final String OWNERS =
      "WITH RECURSIVE p (v) AS (SELECT min(leased_by) FROM workflow_run WHERE status = 'leased'"
          + " UNION ALL SELECT (SELECT min(leased_by) FROM workflow_run WHERE status = 'leased'"
          + " AND leased_by > p.v) FROM p WHERE p.v IS NOT NULL)"
          + " SELECT v FROM p WHERE v IS NOT NULL"
          + " AND v NOT IN (SELECT id FROM node WHERE lease_until > ?)";

  private final Connection connection;
  private final Claim claim;
  private final long now;
  private final String workflows;

  SqliteClaims(Connection connection, Claim claim, Instant now) {
    this.connection = connection;
    this.claim = claim;
    this.now = Micros.of(now);
    this.workflows = jsonArray(claim.workflows());
  }

  Claimed take() throws SQLException {
    List<Header> taken = leaseIsOver() ? List.of() : mark(candidates());
    boolean usual = claim.only() == null && claim.dueBefore() == null;
    return new Claimed(taken, usual ? nextDue() : null, List.of());
  }

  /** Others take such a node for dead, and would take from it whatever it takes. */
  private boolean leaseIsOver() throws SQLException {
    try (var select =
        connection.prepareStatement("SELECT 1 FROM node WHERE id = ? AND lease_until <= ?")) {
      select.setString(1, claim.node());
      select.setLong(2, now);
      try (var rows = select.executeQuery()) {
        return rows.next();
      }
    }
  }

  private List<Header> candidates() throws SQLException {
    List<Header> candidates = new ArrayList<>();
    if (claim.only() != null) {
      one(claim.only(), candidates);
    } else if (claim.dueBefore() != null) {
      overdue(Math.min(now, Micros.of(claim.dueBefore())), candidates);
      candidates.sort(Claim.LONGEST_DUE_FIRST);
    } else {
      due(candidates);
      if (claim.takesOver()) {
        lost(candidates);
      }
      candidates.sort(Claim.MOST_URGENT_FIRST);
    }
    return candidates.subList(0, Math.min(claim.limit(), candidates.size()));
  }

  private void one(UUID run, List<Header> into) throws SQLException {
    try (var select =
        connection.prepareStatement(
            SELECT
                + "WHERE id = ? AND deleted_at IS NULL AND (status = 'pending' OR (status ="
                + " 'leased' AND leased_by NOT IN (SELECT id FROM node WHERE lease_until > ?)))")) {
      select.setBytes(1, HeaderRow.bytes(run));
      select.setLong(2, now);
      collect(select, into);
    }
  }

  /** The most urgent first: the levels behind the one that fills the claim are not looked at. */
  private void due(List<Header> into) throws SQLException {
    try (var select = connection.prepareStatement(DUE)) {
      for (int priority : priorities()) {
        if (into.size() >= claim.limit()) {
          return;
        }
        due(select, priority, now, claim.limit() - into.size(), into);
      }
    }
  }

  /** Of each level what has been due longest. */
  private void overdue(long since, List<Header> into) throws SQLException {
    try (var select = connection.prepareStatement(DUE)) {
      for (int priority : priorities()) {
        due(select, priority, since, claim.limit(), into);
      }
    }
  }

  private void due(
      PreparedStatement select, int priority, long before, int limit, List<Header> into)
      throws SQLException {
    select.setInt(1, priority);
    select.setLong(2, before);
    select.setString(3, workflows);
    select.setInt(4, limit);
    collect(select, into);
  }

  private void lost(List<Header> into) throws SQLException {
    try (var select =
        connection.prepareStatement(
            SELECT
                + "WHERE status = 'leased' AND leased_by = ?"
                + OF_WORKFLOWS
                + " ORDER BY priority, run_at NULLS LAST, id LIMIT ?")) {
      for (var owner : lostOwners()) {
        select.setString(1, owner);
        select.setString(2, workflows);
        select.setInt(3, claim.limit());
        collect(select, into);
      }
    }
  }

  private List<Header> mark(List<Header> candidates) throws SQLException {
    List<Header> taken = new ArrayList<>(candidates.size());
    try (var tail =
            connection.prepareStatement(
                "SELECT seq + count FROM run_log WHERE run_id = ? ORDER BY seq DESC LIMIT 1");
        var entry =
            connection.prepareStatement(
                "INSERT INTO run_log (run_id, seq, count, events) VALUES (?,?,1,?)");
        var header = connection.prepareStatement(HeaderRow.UPDATE)) {
      for (var candidate : candidates) {
        var id = HeaderRow.bytes(candidate.id());
        tail.setBytes(1, id);
        try (var rows = tail.executeQuery()) {
          if (!rows.next()) {
            continue;
          }
          entry.setBytes(1, id);
          entry.setLong(2, rows.getLong(1));
          entry.setString(3, claim.events());
          entry.addBatch();
        }
        var next = candidate.with(leased(candidate.state()));
        HeaderRow.bindUpdate(header, next.id(), next.state());
        header.addBatch();
        taken.add(next);
      }
      if (!taken.isEmpty()) {
        entry.executeBatch();
        header.executeBatch();
      }
    }
    return taken;
  }

  private HeaderState leased(HeaderState s) {
    return new HeaderState(
        RunStatus.LEASED,
        s.runAt(),
        claim.node(),
        s.status() == RunStatus.LEASED ? s.attempt() + 1 : s.attempt(),
        null,
        s.lastError(),
        s.result(),
        s.startedAt() == null ? claim.at() : s.startedAt(),
        s.finishedAt(),
        claim.at());
  }

  private @Nullable Instant nextDue() throws SQLException {
    Instant next = null;
    try (var select =
        connection.prepareStatement(
            "SELECT run_at FROM workflow_run WHERE status = 'pending' AND priority = ? AND run_at >"
                + " ?"
                + OF_WORKFLOWS
                + " ORDER BY run_at LIMIT 1")) {
      for (int priority : priorities()) {
        select.setInt(1, priority);
        select.setLong(2, now);
        select.setString(3, workflows);
        try (var rows = select.executeQuery()) {
          if (rows.next()) {
            var at = Micros.instant(rows.getLong(1));
            next = next == null || at.isBefore(next) ? at : next;
          }
        }
      }
    }
    return next;
  }

  private List<Integer> priorities() throws SQLException {
    List<Integer> priorities = new ArrayList<>();
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(PRIORITIES)) {
      while (rows.next()) {
        priorities.add(rows.getInt(1));
      }
    }
    return priorities;
  }

  private List<String> lostOwners() throws SQLException {
    List<String> owners = new ArrayList<>();
    try (var select = connection.prepareStatement(OWNERS)) {
      select.setLong(1, now);
      try (var rows = select.executeQuery()) {
        while (rows.next()) {
          owners.add(rows.getString(1));
        }
      }
    }
    return owners;
  }

  private static void collect(PreparedStatement select, List<Header> into) throws SQLException {
    try (var rows = select.executeQuery()) {
      while (rows.next()) {
        into.add(HeaderRow.read(rows));
      }
    }
  }

  private static String jsonArray(Iterable<String> names) {
    var json = new StringBuilder("[");
    for (var name : names) {
      json.append(json.length() > 1 ? "," : "").append('"');
      name.chars()
          .forEach(
              c -> {
                if (c == '"' || c == '\\' || c < ' ') {
                  json.append(String.format("\\u%04x", c));
                } else {
                  json.append((char) c);
                }
              });
      json.append('"');
    }
    return json.append(']').toString();
  }
}
