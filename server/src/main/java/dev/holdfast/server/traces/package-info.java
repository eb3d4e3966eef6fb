/**
 * Runs and their steps as OpenTelemetry traces, sent to a collector if one is configured. What is
 * here is for people who look at many systems at once; nothing of Holdfast depends on it, and a
 * collector that is away holds up nobody.
 */
@NullMarked
package dev.holdfast.server.traces;

import org.jspecify.annotations.NullMarked;
