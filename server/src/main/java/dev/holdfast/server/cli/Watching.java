package dev.holdfast.server.cli;

import dev.holdfast.server.client.Following;
import dev.holdfast.server.client.ServerClient;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.ExitCode;
import tools.jackson.databind.JsonNode;

/** Shows a run while it runs. */
final class Watching {

  /** How long a server may be away: it may have been killed, and somebody will start it again. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final ServerClient client;
  private final String run;
  private final PrintWriter out;
  private final boolean json;
  private final boolean screen = Boolean.getBoolean("holdfast.screen");
  private int shownLines;

  Watching(ServerClient client, String run, PrintWriter out, boolean json) {
    this.client = client;
    this.run = run;
    this.out = out;
    this.json = json;
  }

  /** 0 when the run has completed, 1 when it has ended in any other way. */
  int untilItsEnd() {
    new Following(client, "/runs/" + run + "/stream", new Shown(), PATIENCE).follow();
    var end = client.get("/runs/" + run);
    if (!json) {
      draw(end);
    }
    out.flush();
    return end.path("status").asString().equals("completed") ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private final class Shown implements Following.Listener {

    @Override
    public void event(JsonNode event) {
      if (json) {
        out.println(ServerClient.JSON.writeValueAsString(event));
        out.flush();
      } else if (!screen) {
        RunText.line(event).ifPresent(out::println);
        out.flush();
      }
    }

    @Override
    public void run(JsonNode row) {
      if (screen && !json) {
        draw(client.get("/runs/" + run));
      }
    }

    @Override
    public void away() {
      if (!json) {
        out.println("The server is away; waiting for it.");
        out.flush();
        shownLines = 0;
      }
    }
  }

  /** Over what was drawn before, so that the picture stands still while it changes. */
  private void draw(JsonNode now) {
    List<String> lines = RunText.picture(now);
    if (screen && shownLines > 0) {
      out.print("\033[" + shownLines + "F\033[J");
    }
    lines.forEach(out::println);
    out.flush();
    shownLines = lines.size();
  }
}
