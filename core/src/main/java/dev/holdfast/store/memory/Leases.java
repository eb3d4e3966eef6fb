package dev.holdfast.store.memory;

import dev.holdfast.store.NodeLease;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which nodes are alive. A node that was given up once is never alive again. */
final class Leases {

  private final Map<String, NodeLease> leases = new TreeMap<>();

  boolean extend(String node, Instant now, Duration leaseFor) {
    var lease = leases.get(node);
    if (lease != null && !live(lease, now)) {
      return false;
    }
    var startedAt = lease == null ? now : lease.startedAt();
    leases.put(node, new NodeLease(node, startedAt, now.plus(leaseFor), true));
    return true;
  }

  void end(String node) {
    leases.computeIfPresent(
        node, (name, lease) -> new NodeLease(name, lease.startedAt(), lease.leaseUntil(), false));
  }

  /** Forgets whose lease ended before that time, unless they hold something; how many. */
  int forget(Instant deadSince, Stream<@Nullable String> holders) {
    Set<String> holding = new HashSet<>();
    holders.forEach(
        holder -> {
          if (holder != null) {
            holding.add(holder);
          }
        });
    int before = leases.size();
    leases
        .values()
        .removeIf(
            lease -> lease.leaseUntil().isBefore(deadSince) && !holding.contains(lease.node()));
    return before - leases.size();
  }

  boolean live(@Nullable String node, Instant now) {
    var lease = node == null ? null : leases.get(node);
    return lease != null && live(lease, now);
  }

  /** Whether the node had a lease that it has no more. */
  boolean over(String node, Instant now) {
    var lease = leases.get(node);
    return lease != null && !live(lease, now);
  }

  List<NodeLease> all(Instant now) {
    return leases.values().stream()
        .map(
            lease ->
                new NodeLease(
                    lease.node(), lease.startedAt(), lease.leaseUntil(), live(lease, now)))
        .toList();
  }

  /** A lease is over at the very moment it ends. */
  private static boolean live(NodeLease lease, Instant now) {
    return lease.live() && now.isBefore(lease.leaseUntil());
  }
}
