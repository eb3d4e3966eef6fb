package dev.holdfast.engine;

/**
 * Leaves a workflow's code without ending its run. Not an exception that workflow code should
 * catch: every further call on the run throws it again, and nothing is written while it travels.
 */
public final class Unwind extends Error {

  private static final long serialVersionUID = 1L;

  /** Why the code is being left. */
  public enum Reason {
    /** The run left memory and will come back. */
    PARKED,
    /** Another node has the run now. */
    LOST,
    /** Somebody asked for the run to be cancelled. */
    CANCELLED,
    /** The run has failed, its deadline being over or its undoing having begun. */
    FAILED,
    /** Another branch has failed, so this one is of no use any more. */
    BRANCH_CANCELLED
  }

  private final Reason reason;

  Unwind(Reason reason, String message) {
    super(message, null, false, false);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  /** Whether the run's code does not come back here: it is not merely out of memory. */
  public boolean forGood() {
    return reason != Reason.PARKED && reason != Reason.LOST;
  }
}
