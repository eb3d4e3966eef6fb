/**
 * The reference model of a store: what {@link dev.holdfast.store.Store} means, with nothing else in
 * the way. For tests and for trying things out; it forgets everything when the process ends.
 */
@NullMarked
package dev.holdfast.store.memory;

import org.jspecify.annotations.NullMarked;
