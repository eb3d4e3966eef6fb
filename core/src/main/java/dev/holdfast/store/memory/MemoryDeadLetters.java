package dev.holdfast.store.memory;

import dev.holdfast.store.DeadLetters;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Decisions in a map. */
final class MemoryDeadLetters implements DeadLetters {

  private final Map<UUID, Decided> decided = new HashMap<>();

  @Override
  public synchronized Set<UUID> decide(Collection<Decided> decisions) {
    Set<UUID> fresh = new HashSet<>();
    for (var decision : decisions) {
      if (decided.putIfAbsent(decision.run(), decision) == null) {
        fresh.add(decision.run());
      }
    }
    return fresh;
  }

  synchronized void forget(UUID run) {
    decided.remove(run);
  }

  @Override
  public synchronized Optional<Decided> decision(UUID run) {
    return Optional.ofNullable(decided.get(run));
  }
}
