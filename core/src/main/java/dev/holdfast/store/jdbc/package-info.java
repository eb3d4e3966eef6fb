/** What the stores that speak JDBC share. */
@NullMarked
package dev.holdfast.store.jdbc;

import org.jspecify.annotations.NullMarked;
