/**
 * Real processes that are killed, frozen and started again, and the accounts that are settled
 * afterwards: a ledger that each process writes outside the system, against what the store says.
 */
@NullMarked
package dev.holdfast.testkit.kill;

import org.jspecify.annotations.NullMarked;
