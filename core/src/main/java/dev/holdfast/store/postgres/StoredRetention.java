package dev.holdfast.store.postgres;

import dev.holdfast.store.Header;
import dev.holdfast.store.Retention;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Clears away what is long over in PostgreSQL, whose autovacuum makes room for new rows. */
final class StoredRetention implements Retention {

  private static final Sql ENDED =
      Sql.parse(
          Reads.HEADERS
              + """
               where id > :after and id < :below
                 and status in ('succeeded', 'failed', 'cancelled')
                 and finished_at < workflow.at_micros(:before)
                 and not exists (
                   select from workflow.workflow_run p
                   where p.id = workflow_run.parent_run and p.status in ('pending', 'leased'))
               order by id
               limit :limit\
              """);

  private static final Sql DELETE =
      Sql.parse(
          """
          with gone as (
            delete from workflow.workflow_run h
            where h.id = any (:runs) and h.status in ('succeeded', 'failed', 'cancelled')
            returning h.id
          ),
          logs as (
            delete from workflow.run_log l where l.run_id in (select id from gone)
          ),
          decisions as (
            delete from workflow.dead_letter_decision d where d.run_id in (select id from gone)
          )
          select id from gone\
          """);

  private static final Sql RELEASE =
      Sql.parse("delete from workflow.payload_use u where u.run_id = any (:runs) returning u.hash");

  /** Waits for those who are storing the same value; what they do is seen by the next statement. */
  private static final Sql LOCK =
      Sql.parse(
          "select p.hash from workflow.payload p where p.hash = any (:hashes)"
              + " order by p.hash for update");

  private static final Sql DELETE_UNUSED =
      Sql.parse(
          """
          delete from workflow.payload p
          where p.hash = any (:hashes)
            and not exists (select from workflow.payload_use u where u.hash = p.hash)\
          """);

  private static final Sql FORGET =
      Sql.parse(
          """
          delete from workflow.node n
          where n.lease_until < workflow.at_micros(:since)
            and not exists (
              select from workflow.workflow_run h
              where h.status = 'leased' and h.leased_by = n.id)\
          """);

  private static final UUID FIRST = new UUID(0, 0);

  private final Database database;

  StoredRetention(Database database) {
    this.database = database;
  }

  @Override
  public List<Header> ended(Instant before, @Nullable UUID after, int limit) {
    return database.read(
        connection -> {
          try (var query = new Query(connection, ENDED)) {
            query.id("after", after == null ? FIRST : after);
            query.id("below", Retention.firstIdAt(before));
            query.time("before", before).number("limit", limit);
            List<Header> found = new ArrayList<>();
            try (var rows = query.rows()) {
              while (rows.next()) {
                found.add(HeaderRow.read(rows));
              }
            }
            return found;
          }
        });
  }

  @Override
  public Set<UUID> delete(Collection<UUID> runs) {
    return database.write(
        connection -> {
          connection.setAutoCommit(false);
          try {
            var gone = delete(connection, runs);
            connection.commit();
            return gone;
          } catch (SQLException e) {
            connection.rollback();
            throw e;
          } finally {
            connection.setAutoCommit(true);
          }
        });
  }

  private static Set<UUID> delete(Connection connection, Collection<UUID> runs)
      throws SQLException {
    var gone = answers(new Query(connection, DELETE).ids("runs", ids(runs)), UUID.class);
    var hashes =
        answers(new Query(connection, RELEASE).ids("runs", ids(gone)), String.class)
            .toArray(String[]::new);
    if (hashes.length > 0) {
      answers(new Query(connection, LOCK).texts("hashes", hashes), String.class);
      try (var query = new Query(connection, DELETE_UNUSED)) {
        query.texts("hashes", hashes).update();
      }
    }
    return gone;
  }

  @Override
  public int forgetNodes(Instant deadSince) {
    return database.write(
        connection -> {
          try (var query = new Query(connection, FORGET)) {
            return query.time("since", deadSince).update();
          }
        });
  }

  @Override
  public boolean shrink() {
    return false;
  }

  private static <T> Set<T> answers(Query query, Class<T> type) throws SQLException {
    Set<T> answers = new HashSet<>();
    try (query;
        var rows = query.rows()) {
      while (rows.next()) {
        answers.add(rows.getObject(1, type));
      }
    }
    return answers;
  }

  private static UUID[] ids(Collection<UUID> runs) {
    return runs.toArray(UUID[]::new);
  }
}
