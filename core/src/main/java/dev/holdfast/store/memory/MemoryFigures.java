package dev.holdfast.store.memory;

import dev.holdfast.store.Figures;
import dev.holdfast.store.Header;
import dev.holdfast.store.RunPhase;
import dev.holdfast.store.RunStatus;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Figures over a map of headers: what the other stores are compared with. */
final class MemoryFigures implements Figures {

  private final Supplier<List<Header>> headers;
  private final Supplier<Instant> now;

  MemoryFigures(Supplier<List<Header>> headers, Supplier<Instant> now) {
    this.headers = headers;
    this.now = now;
  }

  @Override
  public String kind() {
    return "memory";
  }

  @Override
  public String version() {
    return "1";
  }

  @Override
  public List<Level> queue(int upTo) {
    var at = now.get();
    return headers.get().stream()
        .filter(h -> h.state().status() == RunStatus.PENDING && h.state().runAt() != null)
        .collect(Collectors.groupingBy(Header::priority, TreeMap::new, Collectors.toList()))
        .entrySet()
        .stream()
        .limit(LEVELS_MAX)
        .map(level -> level(level.getKey(), level.getValue(), at, upTo))
        .toList();
  }

  @Override
  public Map<RunPhase, Long> open(int upTo) {
    Map<RunPhase, Long> counts = new EnumMap<>(RunPhase.class);
    for (var status : List.of(RunStatus.PENDING, RunStatus.LEASED)) {
      headers.get().stream()
          .filter(h -> h.state().status() == status)
          .limit(upTo)
          .forEach(h -> counts.merge(RunPhase.of(h.state()), 1L, Long::sum));
    }
    return counts;
  }

  @Override
  public Map<String, Long> held() {
    return headers.get().stream()
        .filter(h -> h.state().status() == RunStatus.LEASED)
        .collect(
            Collectors.groupingBy(
                h -> String.valueOf(h.state().leasedBy()), Collectors.counting()));
  }

  @Override
  public Disk disk() {
    return new Disk(0, 0L, null, List.of());
  }

  private static Level level(int priority, List<Header> runs, Instant now, int upTo) {
    @Nullable Instant oldest = null;
    long ready = 0;
    for (var run : runs) {
      var due = run.state().runAt();
      if (due != null && !due.isAfter(now)) {
        ready++;
        oldest = oldest == null || due.isBefore(oldest) ? due : oldest;
      }
    }
    long later = runs.size() - ready;
    return new Level(priority, Math.min(ready, upTo + 1L), Math.min(later, upTo + 1L), oldest);
  }
}
