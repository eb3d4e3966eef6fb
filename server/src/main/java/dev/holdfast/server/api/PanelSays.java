package dev.holdfast.server.api;

import dev.holdfast.server.http.Operation;
import dev.holdfast.server.meters.Exposition;

/** What the documentation says of the instruments. */
final class PanelSays {

  private static final String MINUTES =
      "{\"type\":\"integer\",\"minimum\":1,\"maximum\":1440,\"default\":15}";

  static final Operation SYSTEM =
      Operation.of(
              "system",
              "The state of the system",
              "Queue, nodes, commits and disk in one answer. The queue is counted at most once a"
                  + " second and the disk seldom, however many ask.")
          .json(200, "The state.", "System");

  static final Operation HISTORY =
      Operation.of(
              "system",
              "What this node did lately",
              "Oldest first, in intervals of ten seconds; beyond an hour, of five minutes. Kept in"
                  + " memory: a new process begins with none.")
          .query("minutes", "How far back.", MINUTES)
          .json(200, "The points.", "SystemHistory");

  static final Operation METRICS =
      Operation.of(
              "system",
              "Metrics for Prometheus",
              "Counters of this node, and what the store held when it was last counted.")
          .plain(200, "The metrics.", Exposition.TYPE);

  private PanelSays() {}
}
