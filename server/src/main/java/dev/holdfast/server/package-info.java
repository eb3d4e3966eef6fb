/**
 * The command line and the server process. It reads configuration, calls the public API and
 * prints; it knows nothing of the log or of any store.
 */
@NullMarked
package dev.holdfast.server;

import org.jspecify.annotations.NullMarked;
