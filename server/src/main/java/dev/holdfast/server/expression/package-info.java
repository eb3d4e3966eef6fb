/**
 * Expressions in definitions: JSONata, fenced. What an expression may cost is bounded in time,
 * depth and size, it sees nothing but the values it is given, and it gives the same answer every
 * time. Knows nothing of workflows.
 */
@NullMarked
package dev.holdfast.server.expression;

import org.jspecify.annotations.NullMarked;
