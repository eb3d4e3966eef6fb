/**
 * The store on PostgreSQL, shared by any number of nodes. The statements that matter are files of
 * their own beside the migrations; the classes here bind and read them, and decide what an error
 * means. Knows nothing of event types or threads of the engine; opened by the wiring of the API.
 */
@NullMarked
package dev.holdfast.store.postgres;

import org.jspecify.annotations.NullMarked;
