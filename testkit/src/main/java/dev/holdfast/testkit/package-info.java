/**
 * What it takes to test a workflow, or a store, without waiting and without luck: a clock that is
 * set by hand, stores that fail on demand, and a harness that crashes a run at every commit.
 * Published for users; our own tests use the same.
 */
@NullMarked
package dev.holdfast.testkit;

import org.jspecify.annotations.NullMarked;
