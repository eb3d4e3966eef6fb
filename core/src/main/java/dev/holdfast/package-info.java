/**
 * The public API: what the author of a workflow imports. It is the facade over the engine and the
 * only place where engine, log and store are wired together; nothing below it may know how it is
 * used.
 */
@NullMarked
package dev.holdfast;

import org.jspecify.annotations.NullMarked;
