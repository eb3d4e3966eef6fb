/**
 * Measurements: Holdfast, the raw limit of the store below it, and its peers, in one run on one
 * machine. Nothing may depend on this package.
 */
@NullMarked
package dev.holdfast.bench;

import org.jspecify.annotations.NullMarked;
