/**
 * The server's own log: as text for people or as JSON for machines, with the run and the step in
 * every line that a step writes. What a run itself records is not here but in its log in the store.
 */
@NullMarked
package dev.holdfast.server.logging;

import org.jspecify.annotations.NullMarked;
