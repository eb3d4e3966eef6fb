package dev.holdfast.server.graph;

import dev.holdfast.log.Json;
import java.sql.Connection;
import java.time.Instant;
import java.util.UUID;

/**
 * What a task does to its order, inside the transaction that completes the step: both happen or
 * neither. It is called again when that transaction has to be repeated, so it must do nothing but
 * write to the database it is given. An error rolls everything back and is the step's error.
 */
@FunctionalInterface
public interface GraphAction {

  void run(Connection db, String orderId, Step step) throws Exception;

  /**
   * The step that an action belongs to.
   *
   * @param attempt from 1
   * @param key the same for every attempt, for systems that must see the step once
   * @param input what the step was given
   */
  record Step(UUID run, String name, int attempt, UUID key, Json input, Instant now) {}
}
