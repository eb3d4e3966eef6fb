/**
 * The embedded store: one SQLite file, one writing connection, a few reading ones. Every writing
 * transaction is immediate, and a commit is on the disk when it returns.
 */
@NullMarked
package dev.holdfast.store.sqlite;

import org.jspecify.annotations.NullMarked;
