/**
 * Runs workflows that are defined as JSON: an interpreter on top of the engine, the types of steps,
 * the fenced expressions in them, and what an operator can do to such runs. Knows nothing of the
 * web; {@link dev.holdfast.server.graph.Graphs} is its entrance.
 */
@NullMarked
package dev.holdfast.server.graph;

import org.jspecify.annotations.NullMarked;
