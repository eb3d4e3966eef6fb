package dev.holdfast.testkit;

import java.util.List;
import java.util.UUID;

/**
 * Something done with Holdfast that must come out the same wherever the process crashes. Both
 * methods are called in every life, so what they do must be safe to repeat: start runs with a key,
 * give signals an id.
 */
public interface Scenario {

  /** Registers the workflows, before Holdfast is started. */
  void register(Life life);

  /** What the client does: starts runs and speaks to them. Returns the runs to be watched. */
  List<UUID> drive(Life life);
}
