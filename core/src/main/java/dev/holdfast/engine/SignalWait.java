package dev.holdfast.engine;

import dev.holdfast.log.Failure;
import dev.holdfast.log.Json;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A step that waits for a signal.
 *
 * @param step its full name
 * @param kind {@code signal} or {@code approval}
 * @param input what is recorded with it; an object that names the signal under {@code signal} when
 *     the step is not named after it
 * @param atMost how long it waits; null means for ever
 * @param onTimeout how the step fails when none has come in time; null means that it is skipped
 * @param verdict how the step fails because of the value that came; null when it does not
 */
public record SignalWait(
    String step,
    String signal,
    String kind,
    @Nullable Json input,
    @Nullable Duration atMost,
    @Nullable Failure onTimeout,
    Function<Json, @Nullable Failure> verdict) {}
