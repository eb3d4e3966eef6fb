/**
 * What the server answers: the table of routes, and the views of workflows and runs. Speaks the
 * words of the REST interface; the engine below does the work.
 */
@NullMarked
package dev.holdfast.server.api;

import org.jspecify.annotations.NullMarked;
