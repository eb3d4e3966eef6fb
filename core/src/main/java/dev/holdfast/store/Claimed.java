package dev.holdfast.store;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a claim took.
 *
 * @param runs headers as they are after the claim, most urgent first
 * @param nextDue when the next pending run of these workflows is due; null when none is scheduled
 */
public record Claimed(List<Header> runs, @Nullable Instant nextDue) {}
