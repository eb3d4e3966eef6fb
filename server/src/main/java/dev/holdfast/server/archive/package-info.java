/**
 * Where runs go that are long over: compressed JSON lines, written before the store deletes them.
 * Knows the store and its logs; nothing of the web, and nobody reads an archive but people.
 */
@NullMarked
package dev.holdfast.server.archive;

import org.jspecify.annotations.NullMarked;
