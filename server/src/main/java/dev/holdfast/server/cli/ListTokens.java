package dev.holdfast.server.cli;

import dev.holdfast.store.TokenRow;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code holdfast token list}. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Lists tokens, oldest first; not the tokens themselves, which nobody has kept.",
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n")
public final class ListTokens implements Callable<Integer> {

  private static final List<String> TITLES =
      List.of("TOKEN", "NAME", "SCOPE", "CREATED", "REVOKED");
  private static final int NAME_CHARS_MAX = 48;

  @Parameters(
      arity = "0..1",
      paramLabel = "STORE",
      description = OpenStore.DESCRIPTION,
      defaultValue = OpenStore.DEFAULT)
  private String store = OpenStore.DEFAULT;

  @Mixin private Listing listing = new Listing();

  @Override
  public Integer call() {
    var tokens = OpenStore.with(store, opened -> opened.tokens().list());
    listing.print(
        tokens, "No tokens.", ListTokens::object, all -> Table.of(TITLES, all, ListTokens::row));
    return ExitCode.OK;
  }

  private static Map<String, @Nullable Object> object(TokenRow token) {
    var revokedAt = token.revokedAt();
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("id", token.id().toString());
    fields.put("name", token.name());
    fields.put("scope", token.scope());
    fields.put("created_at", token.createdAt().toString());
    fields.put("revoked_at", revokedAt == null ? null : revokedAt.toString());
    return fields;
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
