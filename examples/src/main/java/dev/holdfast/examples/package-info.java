/**
 * Small programs that show one thing each. They use the public API only, and every one of them runs
 * as a test.
 */
@NullMarked
package dev.holdfast.examples;

import org.jspecify.annotations.NullMarked;
