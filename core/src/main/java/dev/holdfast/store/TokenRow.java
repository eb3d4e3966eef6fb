package dev.holdfast.store;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A key to the doors of a server, without the key itself.
 *
 * @param name what people call it
 * @param hash from which the token cannot be told, but which it can be compared with
 * @param scope what its holder may do
 * @param revokedAt when it stopped to count; null while it does
 */
public record TokenRow(
    UUID id,
    String name,
    String hash,
    String scope,
    Instant createdAt,
    @Nullable Instant revokedAt) {}
