/**
 * The truth: events, what they add up to, and how they reach the disk. {@link
 * dev.holdfast.log.RunState} and {@link dev.holdfast.log.HeaderFold} are pure; {@link
 * dev.holdfast.log.Journal} gathers appends of many runs into one commit. Knows the store, not the
 * engine.
 */
@NullMarked
package dev.holdfast.log;

import org.jspecify.annotations.NullMarked;
