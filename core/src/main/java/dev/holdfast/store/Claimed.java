package dev.holdfast.store;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a claim took.
 *
 * @param runs headers as they are after the claim, most urgent first
 * @param nextDue when the next pending run of these workflows is due; null when none is scheduled
 * @param spokenTo runs that the node holds already and that somebody poked since its last claim;
 *     told once, and not to whoever asks for one run only
 */
public record Claimed(List<Header> runs, @Nullable Instant nextDue, List<UUID> spokenTo) {}
