/**
 * JSON definitions of workflows: reads and validates them, orders their steps, decides what is next
 * and tells where each step is. Pure: no clock, no chance, no input or output, and no expression is
 * evaluated here. Knows the log below it; the server runs what is defined here.
 */
@NullMarked
package dev.holdfast.graph;

import org.jspecify.annotations.NullMarked;
