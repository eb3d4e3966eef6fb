/**
 * The commands: each reads its arguments, calls the library, and prints. What goes wrong is a
 * {@link dev.holdfast.server.cli.Complaint} that says what to do next. Called by {@code Main} only.
 */
@NullMarked
package dev.holdfast.server.cli;

import org.jspecify.annotations.NullMarked;
