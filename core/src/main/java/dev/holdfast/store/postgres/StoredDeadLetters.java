package dev.holdfast.store.postgres;

import dev.holdfast.store.DeadLetters;
import dev.holdfast.store.Micros;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Decisions about failed runs in PostgreSQL. */
final class StoredDeadLetters implements DeadLetters {

  private static final Sql DECIDE =
      Sql.parse(
          """
          insert into workflow.dead_letter_decision
            (run_id, decision, successor, reason, decided_at)
          values (:run, :decision, :successor::uuid, :reason, workflow.at_micros(:at))
          on conflict do nothing\
          """);

  private static final Sql DECISION =
      Sql.parse(
          """
          select decision, successor, reason, (extract(epoch from decided_at) * 1000000)::bigint
          from workflow.dead_letter_decision
          where run_id = :run\
          """);

  private final Database database;

  StoredDeadLetters(Database database) {
    this.database = database;
  }

  @Override
  public Set<UUID> decide(Collection<Decided> decisions) {
    // In one order, so that two who decide about the same runs cannot wait for each other.
    var ordered = decisions.stream().sorted(Comparator.comparing(Decided::run)).toList();
    return database.write(
        connection -> {
          Set<UUID> fresh = new HashSet<>();
          try (var query = new Query(connection, DECIDE)) {
            for (var one : ordered) {
              var successor = one.successor();
              int rows =
                  query
                      .id("run", one.run())
                      .text("decision", one.decision().word())
                      .text("successor", successor == null ? null : successor.toString())
                      .text("reason", one.reason())
                      .time("at", one.at())
                      .update();
              if (rows > 0) {
                fresh.add(one.run());
              }
            }
          }
          return fresh;
        });
  }

  @Override
  public Optional<Decided> decision(UUID run) {
    return database.read(
        connection -> {
          try (var query = new Query(connection, DECISION);
              var rows = query.id("run", run).rows()) {
            return rows.next()
                ? Optional.of(
                    new Decided(
                        run,
                        Decision.of(rows.getString(1)),
                        rows.getObject(2, UUID.class),
                        rows.getString(3),
                        Micros.instant(rows.getLong(4))))
                : Optional.empty();
          }
        });
  }
}
