package dev.holdfast.store.sqlite;

import dev.holdfast.store.Micros;
import dev.holdfast.store.NodeLease;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The leases of this process's nodes; usually it is one. */
final class SqliteNodes {

  private final SqliteFile file;
  private final SqliteWrites writes;
  private final SqliteReaders readers;
  private final InstantSource clock;
  private final Set<String> registered = new HashSet<>();

  SqliteNodes(SqliteFile file, SqliteWrites writes, SqliteReaders readers, InstantSource clock) {
    this.file = file;
    this.writes = writes;
    this.readers = readers;
    this.clock = clock;
  }

  boolean heartbeat(String node, Duration leaseFor) {
    return writes.write(
        writer -> {
          file.lock();
          var now = clock.instant();
          boolean first = registered.isEmpty();
          if (registered.add(node)) {
            if (first) {
              // The file lock is ours, so whoever is listed here belongs to a process that is gone.
              writes.execute(writer, "UPDATE node SET lease_until = ?", Micros.of(now));
            }
            writes.execute(
                writer,
                "INSERT INTO node (id, started_at, lease_until) VALUES (?,?,?)",
                node,
                Micros.of(now),
                Micros.of(now.plus(leaseFor)));
            return true;
          }
          return writes.execute(
                  writer,
                  "UPDATE node SET lease_until = ? WHERE id = ? AND lease_until > ?",
                  Micros.of(now.plus(leaseFor)),
                  node,
                  Micros.of(now))
              == 1;
        });
  }

  void leave(String node) {
    writes.write(
        writer ->
            writes.execute(
                writer,
                "UPDATE node SET lease_until = ? WHERE id = ?",
                Micros.of(clock.instant()),
                node));
  }

  List<NodeLease> all() {
    var now = clock.instant();
    return readers.query(
        "SELECT id, started_at, lease_until FROM node ORDER BY started_at, id",
        select -> {},
        rows -> {
          var until = Micros.instant(rows.getLong(3));
          return new NodeLease(
              rows.getString(1), Micros.instant(rows.getLong(2)), until, until.isAfter(now));
        });
  }
}
