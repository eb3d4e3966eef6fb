package dev.holdfast.store.memory;

import dev.holdfast.store.Header;
import dev.holdfast.store.Retention;
import dev.holdfast.store.RunQuery;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Clears away what is long over; what it forgets, the store forgets for it. */
final class MemoryRetention implements Retention {

  private final Supplier<List<Header>> headers;
  private final Predicate<UUID> forget;
  private final ToIntFunction<Instant> forgetNodes;

  /**
   * @param forget deletes a run that has ended; false when there is none
   */
  MemoryRetention(
      Supplier<List<Header>> headers, Predicate<UUID> forget, ToIntFunction<Instant> forgetNodes) {
    this.headers = headers;
    this.forget = forget;
    this.forgetNodes = forgetNodes;
  }

  @Override
  public List<Header> ended(Instant before, @Nullable UUID after, int limit) {
    var all = headers.get();
    Map<UUID, Header> byId =
        all.stream().collect(Collectors.toMap(Header::id, Function.identity()));
    return all.stream()
        .filter(h -> after == null || RunQuery.OLDEST_FIRST.compare(h.id(), after) > 0)
        .filter(h -> RunQuery.OLDEST_FIRST.compare(h.id(), Retention.firstIdAt(before)) < 0)
        .filter(h -> h.state().status().terminal())
        .filter(h -> h.state().finishedAt() != null && h.state().finishedAt().isBefore(before))
        .filter(h -> !isOpen(h.parentRun() == null ? null : byId.get(h.parentRun())))
        .sorted(Comparator.comparing(Header::id, RunQuery.OLDEST_FIRST))
        .limit(limit)
        .toList();
  }

  @Override
  public Set<UUID> delete(Collection<UUID> runs) {
    return runs.stream().filter(forget).collect(Collectors.toSet());
  }

  @Override
  public int forgetNodes(Instant deadSince) {
    return forgetNodes.applyAsInt(deadSince);
  }

  @Override
  public boolean shrink() {
    return false;
  }

  private static boolean isOpen(@Nullable Header header) {
    return header != null && !header.state().status().terminal();
  }
}
