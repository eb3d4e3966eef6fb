package dev.holdfast.store;

import java.time.Instant;

/**
 * A node and how long the store believes it to be alive.
 *
 * @param live false once the lease is over or given up
 */
public record NodeLease(String node, Instant startedAt, Instant leaseUntil, boolean live) {}
