package dev.holdfast.server.cli;

import dev.holdfast.server.client.ServerClient;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** What requeueing and discarding have in common: of which runs, and the answer. */
final class DecideDeadLetters {

  @Parameters(
      arity = "0..*",
      paramLabel = "ID",
      description = "The runs, by id or idempotency key. Without any, all that match.")
  private List<String> runs = List.of();

  @Mixin private AskServer server = new AskServer();
  @Mixin private DeadLetterFilter filter = new DeadLetterFilter();

  @Option(names = "--all", description = "Every dead letter there is.")
  private boolean all;

  @Option(names = "--dry-run", description = "Only say how many there are.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  void run(CommandSpec spec, String action, String did, @Nullable String reason) {
    var query = filter.query();
    if (!runs.isEmpty() && (all || dryRun || !query.isEmpty())) {
      throw new Complaint("Give runs, or a filter, not both.");
    }
    if (runs.isEmpty() && query.isEmpty() && !all) {
      throw new Complaint("Give runs, a filter, or --all.");
    }
    var out = spec.commandLine().getOut();
    if (runs.isEmpty()) {
      var answer = ask(action, query, reason);
      out.println(json ? ServerClient.JSON.writeValueAsString(answer) : sentence(answer, did));
      answer
          .path("refused")
          .forEach(
              no ->
                  out.println(
                      json
                          ? ""
                          : "Not "
                              + no.path("run").asString()
                              + ": "
                              + no.path("reason").asString()));
    }
    for (var run : runs) {
      var answer = server.with(client -> one(client, action, client.run(run).toString(), reason));
      out.println(json ? ServerClient.JSON.writeValueAsString(answer) : said(answer, run, did));
    }
    out.flush();
  }

  private JsonNode ask(String action, String query, @Nullable String reason) {
    var body = ServerClient.JSON.createObjectNode().put("dry_run", dryRun).put("all", all);
    if (reason != null) {
      body.put("reason", reason);
    }
    var path = "/dead-letters/" + action + (query.isEmpty() ? "" : "?" + query);
    return server.with(client -> client.post(path, body.toString()));
  }

  private static JsonNode one(
      ServerClient client, String action, String run, @Nullable String reason) {
    var body = ServerClient.JSON.createObjectNode();
    if (reason != null) {
      body.put("reason", reason);
    }
    return client.post("/dead-letters/" + run + "/" + action, body.toString());
  }

  private String sentence(JsonNode answer, String did) {
    var matched = answer.path("matched").asString() + (answer.path("more").asBoolean() ? "+" : "");
    return dryRun
        ? matched + " would be " + did + "."
        : "%s of %s %s.".formatted(answer.path("done").asString(), matched, did);
  }

  private static String said(JsonNode answer, String run, String did) {
    return answer.has("id")
        ? "%s %s: goes on as %s.".formatted(run, did, answer.path("id").asString())
        : "%s %s.".formatted(run, did);
  }
}
