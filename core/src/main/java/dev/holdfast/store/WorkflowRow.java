package dev.holdfast.store;

import java.time.Instant;
import java.util.UUID;

/**
 * A stored definition. It never changes: another post of the same name is another row.
 *
 * @param id UUIDv7
 * @param version counted per name, from 1
 * @param definition the JSON as it was given
 */
public record WorkflowRow(
    UUID id, String name, int version, String definition, Instant createdAt) {}
