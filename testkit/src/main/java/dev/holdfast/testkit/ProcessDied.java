package dev.holdfast.testkit;

/**
 * What every call of a store meets once the process it belongs to is dead. A real process would not
 * see anything any more; this one has to be told to stop.
 */
public final class ProcessDied extends Error {

  private static final long serialVersionUID = 1L;

  ProcessDied() {
    super("this process is dead", null, false, false);
  }
}
