/**
 * Claims runs and advances them: claim, fold, execute, append. Owns the threads, the timers and the
 * node's lease; has no clock, no randomness and no I/O of its own, all of them are handed in.
 * Called by the public API and the server; speaks to the log and the store.
 */
@NullMarked
package dev.holdfast.engine;

import org.jspecify.annotations.NullMarked;
