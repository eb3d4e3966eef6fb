package dev.holdfast.server.cli;

import com.fasterxml.uuid.Generators;
import dev.holdfast.Stores;
import dev.holdfast.server.access.Token;
import dev.holdfast.server.http.Scope;
import dev.holdfast.store.Store;
import dev.holdfast.store.TokenRow;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code holdfast token create}. */
@Command(
    name = "create",
    mixinStandardHelpOptions = true,
    description = {
      "Makes a token and prints it, this once: the store keeps only a hash of it.",
      "",
      "The store is created if need be, so that a server can be given its first token."
    },
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n")
public final class CreateToken implements Callable<Integer> {

  @Parameters(
      arity = "0..1",
      paramLabel = "STORE",
      description = OpenStore.DESCRIPTION,
      defaultValue = OpenStore.DEFAULT)
  private String store = OpenStore.DEFAULT;

  @Option(
      names = "--name",
      paramLabel = "TEXT",
      defaultValue = "unnamed",
      description = "What people call it (default: ${DEFAULT-VALUE}).")
  private String name = "";

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      defaultValue = "operate",
      description = "read, operate or admin; each includes those before (default: operate).")
  private Scope scope = Scope.OPERATE;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (scope == Scope.OPEN) {
      throw new Complaint("--scope must be read, operate or admin; what is open needs no token.");
    }
    if (name.isBlank() || name.length() > 200 || name.indexOf(0) >= 0) {
      throw new Complaint("--name must have 1 to 200 characters.");
    }
    var token = Token.fresh(new SecureRandom());
    OpenStore.with(() -> Stores.open(store), opened -> add(opened, token));
    var out = spec.commandLine().getOut();
    out.println(token.text());
    out.flush();
    var err = spec.commandLine().getErr();
    err.println("Keep it: it is not shown again.");
    err.flush();
    return ExitCode.OK;
  }

  private boolean add(Store opened, Token token) {
    var id = Generators.timeBasedEpochGenerator().generate();
    opened.tokens().add(new TokenRow(id, name, token.hash(), scope.word(), opened.now(), null));
    return true;
  }
}
