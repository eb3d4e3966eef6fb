/**
 * Faults of what is below the store, under load: a server that goes down, connections that are cut,
 * a disk that is full. Nobody is told; work goes on by itself once the fault is over.
 */
@NullMarked
package dev.holdfast.testkit.fault;

import org.jspecify.annotations.NullMarked;
