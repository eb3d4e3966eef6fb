/**
 * The web server: Jetty, the table of routes, the limits, the shape of errors, server-sent events,
 * OpenAPI and the files of the pages. Knows nothing of runs and workflows; {@code server.api} fills
 * the table.
 */
@NullMarked
package dev.holdfast.server.http;

import org.jspecify.annotations.NullMarked;
