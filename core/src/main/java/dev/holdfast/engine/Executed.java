package dev.holdfast.engine;

import dev.holdfast.store.HeaderState;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run that was accepted.
 *
 * @param end how it ended, where that is known already
 */
public record Executed(UUID run, @Nullable HeaderState end) {}
