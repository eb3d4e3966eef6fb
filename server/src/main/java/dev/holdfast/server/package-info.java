/**
 * The command line and the server process: reads configuration, calls the library and shows what it
 * says. Nothing of ours may depend on this package.
 */
@NullMarked
package dev.holdfast.server;

import org.jspecify.annotations.NullMarked;
