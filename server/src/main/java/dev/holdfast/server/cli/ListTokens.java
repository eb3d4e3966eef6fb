package dev.holdfast.server.cli;

import dev.holdfast.store.TokenRow;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code holdfast token list}. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Lists tokens, oldest first; not the tokens themselves, which nobody has kept.",
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n")
public final class ListTokens implements Callable<Integer> {

  private static final int NAME_CHARS_MAX = 48;

  @Parameters(
      arity = "0..1",
      paramLabel = "STORE",
      description = OpenStore.DESCRIPTION,
      defaultValue = OpenStore.DEFAULT)
  private String store = OpenStore.DEFAULT;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    var tokens = OpenStore.with(store, opened -> opened.tokens().list());
    var out = spec.commandLine().getOut();
    if (tokens.isEmpty()) {
      out.println("No tokens.");
    } else {
      List<List<String>> rows = new ArrayList<>();
      rows.add(List.of("TOKEN", "NAME", "SCOPE", "CREATED", "REVOKED"));
      tokens.forEach(token -> rows.add(row(token)));
      Table.lines(rows).forEach(out::println);
    }
    out.flush();
    return ExitCode.OK;
  }

  private static List<String> row(TokenRow token) {
    var revokedAt = token.revokedAt();
    return List.of(
        token.id().toString(),
        Table.cut(token.name(), NAME_CHARS_MAX),
        token.scope(),
        token.createdAt().truncatedTo(ChronoUnit.SECONDS).toString(),
        revokedAt == null ? "" : revokedAt.truncatedTo(ChronoUnit.SECONDS).toString());
  }
}
