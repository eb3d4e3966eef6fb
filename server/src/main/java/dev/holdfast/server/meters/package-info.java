/**
 * What this node does and what its store holds, in numbers: counters that cost next to nothing
 * while they count, a census of the queue every few seconds, and the last day of both in memory.
 * Knows nothing of HTTP; the routes of {@code api} show what is here.
 */
@NullMarked
package dev.holdfast.server.meters;

import org.jspecify.annotations.NullMarked;
