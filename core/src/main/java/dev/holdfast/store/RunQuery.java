package dev.holdfast.store;

import java.util.Comparator;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which headers to list. Newest first by id, which is the order of creation.
 *
 * @param statuses any of these; empty means all
 * @param workflow exact name
 * @param key exact idempotency key
 * @param leasedBy the node that holds them
 * @param before only ids smaller than this one: the next page
 * @param limit how many at most
 */
public record RunQuery(
    Set<RunStatus> statuses,
    @Nullable String workflow,
    @Nullable String key,
    @Nullable String leasedBy,
    @Nullable UUID before,
    int limit) {

  /** As databases order ids: by their bytes, not as the signed numbers of {@code compareTo}. */
  public static final Comparator<UUID> OLDEST_FIRST =
      Comparator.comparing(UUID::getMostSignificantBits, Long::compareUnsigned)
          .thenComparing(UUID::getLeastSignificantBits, Long::compareUnsigned);

  public static RunQuery all(int limit) {
    return new RunQuery(Set.of(), null, null, null, null, limit);
  }

  public static RunQuery byKey(String key) {
    return new RunQuery(Set.of(), null, key, null, null, 1);
  }

  public RunQuery before(@Nullable UUID id) {
    return new RunQuery(statuses, workflow, key, leasedBy, id, limit);
  }

  public RunQuery statuses(Set<RunStatus> wanted) {
    return new RunQuery(wanted, workflow, key, leasedBy, before, limit);
  }
}
