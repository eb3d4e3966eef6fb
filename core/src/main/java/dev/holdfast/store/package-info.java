/**
 * Where logs and headers are kept, behind one small interface. A store moves text and rows; it
 * knows nothing of event types, workflows or threads. Everything that must be atomic is one {@link
 * dev.holdfast.store.Append}. Called by the journal and the engine; calls nobody.
 */
@NullMarked
package dev.holdfast.store;

import org.jspecify.annotations.NullMarked;
