package dev.holdfast.server.cli;

import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code holdfast token revoke}. */
@Command(
    name = "revoke",
    mixinStandardHelpOptions = true,
    description = "Takes a token back; servers refuse it within a second.",
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n")
public final class RevokeToken implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "ID", description = "As 'holdfast token list' shows it.")
  private UUID id = new UUID(0, 0);

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "STORE",
      description = OpenStore.DESCRIPTION,
      defaultValue = OpenStore.DEFAULT)
  private String store = OpenStore.DEFAULT;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (!OpenStore.with(store, opened -> opened.tokens().revoke(id, opened.now()))) {
      throw new Complaint(
          ExitCode.SOFTWARE, "There is no such token, or it was revoked before.", null);
    }
    var out = spec.commandLine().getOut();
    out.println("Revoked.");
    out.flush();
    return ExitCode.OK;
  }
}
