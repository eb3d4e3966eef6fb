/**
 * Speaks to a running server over HTTP, for the command line. Knows the interface and nothing of
 * what lies behind it: no store, no engine.
 */
@NullMarked
package dev.holdfast.server.client;

import org.jspecify.annotations.NullMarked;
