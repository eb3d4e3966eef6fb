package dev.holdfast.server.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;

/** Why a command cannot do what it was asked for, in words for the person who asked. */
public final class Complaint extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  Complaint(int exitCode, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  Complaint(String message) {
    super(message);
    this.exitCode = ExitCode.USAGE;
  }

  public int exitCode() {
    return exitCode;
  }
}
