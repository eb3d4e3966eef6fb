package dev.holdfast.server.cli;

import dev.holdfast.server.client.Refused;
import dev.holdfast.server.client.ServerAway;
import dev.holdfast.server.client.ServerClient;
import java.util.function.Function;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** The server that a command asks. */
final class AskServer {

  private static final String USUAL = "http://127.0.0.1:8080";

  @Option(
      names = "--server",
      paramLabel = "URL",
      defaultValue = "${env:HOLDFAST_URL:-" + USUAL + "}",
      description = "The server to ask (default: HOLDFAST_URL, or else " + USUAL + ").")
  private String url = USUAL;

  /** Asks, and turns what goes wrong into a complaint. */
  <T> T with(Function<ServerClient, T> questions) {
    try (var client = new ServerClient(url)) {
      return questions.apply(client);
    } catch (Refused e) {
      throw new Complaint(ExitCode.SOFTWARE, String.valueOf(e.getMessage()), e);
    } catch (ServerAway e) {
      throw new Complaint(
          ExitCode.SOFTWARE,
          e.getMessage()
              + "\nStart one with 'holdfast serve', or name another with --server or HOLDFAST_URL.",
          e);
    }
  }
}
