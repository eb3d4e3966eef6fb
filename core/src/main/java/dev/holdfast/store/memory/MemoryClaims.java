package dev.holdfast.store.memory;

import dev.holdfast.store.Claim;
import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.RunStatus;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which runs a claim takes; called with the store's lock held. */
final class MemoryClaims {

  private final Map<UUID, Header> headers;
  private final Leases leases;
  private final Claim claim;
  private final Instant now;

  MemoryClaims(Map<UUID, Header> headers, Leases leases, Claim claim, Instant now) {
    this.headers = headers;
    this.leases = leases;
    this.claim = claim;
    this.now = now;
  }

  List<Header> candidates() {
    var found =
        claim.only() != null
            ? one(claim.only())
            : claim.dueBefore() != null ? overdue(claim.dueBefore()) : dueOrLost();
    return found.limit(claim.limit()).toList();
  }

  @Nullable Instant nextDue() {
    return headers.values().stream()
        .filter(header -> claim.workflows().contains(header.workflow()) && pending(header))
        .flatMap(header -> Stream.ofNullable(header.state().runAt()))
        .filter(runAt -> runAt.isAfter(now))
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  static Header leased(Header header, Claim claim) {
    var old = header.state();
    return header.with(
        new HeaderState(
            RunStatus.LEASED,
            old.runAt(),
            claim.node(),
            old.status() == RunStatus.LEASED ? old.attempt() + 1 : old.attempt(),
            null,
            old.lastError(),
            old.result(),
            old.startedAt() == null ? claim.at() : old.startedAt(),
            old.finishedAt(),
            claim.at()));
  }

  static boolean due(Header header, Instant now) {
    var runAt = header.state().runAt();
    return pending(header) && runAt != null && !runAt.isAfter(now);
  }

  private Stream<Header> overdue(Instant since) {
    return headers.values().stream()
        .filter(header -> claim.workflows().contains(header.workflow()))
        .filter(header -> due(header, now) && due(header, since))
        .sorted(Claim.LONGEST_DUE_FIRST);
  }

  private Stream<Header> dueOrLost() {
    return headers.values().stream()
        .filter(header -> claim.workflows().contains(header.workflow()))
        .filter(header -> due(header, now) || (claim.takesOver() && lost(header)))
        .sorted(Claim.MOST_URGENT_FIRST);
  }

  private Stream<Header> one(UUID run) {
    var header = headers.get(run);
    return header != null && (pending(header) || lost(header)) ? Stream.of(header) : Stream.empty();
  }

  private static boolean pending(Header header) {
    return header.state().status() == RunStatus.PENDING;
  }

  private boolean lost(Header header) {
    return header.state().status() == RunStatus.LEASED
        && !leases.live(header.state().leasedBy(), now);
  }
}
