/**
 * The guide, executed: every piece of Java in docs/guide is a marked region of a test in here.
 * Knows the public API and the testkit, and whatever it takes to make the regions run.
 */
@NullMarked
package dev.holdfast.examples.guide;

import org.jspecify.annotations.NullMarked;
