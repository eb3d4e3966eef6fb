package dev.holdfast.server.cli;

import dev.holdfast.server.client.ServerClient;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which dead letters a command is about. */
final class DeadLetterFilter {

  @Option(names = "--workflow", paramLabel = "NAME", description = "Only of this workflow.")
  private @Nullable String workflow;

  @Option(
      names = "--cause",
      paramLabel = "FINGERPRINT",
      description = "Only those that failed by this cause; 'list' prints it.")
  private @Nullable String cause;

  @Option(
      names = "--text",
      paramLabel = "TEXT",
      description = "Only with this in the key, the workflow's name or the error.")
  private @Nullable String text;

  /** As the query of an address, without anything in front. */
  String query() {
    var query = new StringBuilder();
    append(query, "workflow", workflow);
    append(query, "fingerprint", cause);
    append(query, "q", text);
    return query.toString();
  }

  private static void append(StringBuilder query, String name, @Nullable String value) {
    if (value != null) {
      query.append(query.isEmpty() ? "" : "&");
      query.append(name).append('=').append(ServerClient.encoded(value));
    }
  }
}
