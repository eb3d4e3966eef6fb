package dev.holdfast.server.cli;

import dev.holdfast.log.RunState;
import dev.holdfast.server.client.ServerClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code holdfast runs resume}. */
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    description = {
      "Lets a paused run go on.",
      "",
      "A run pauses when its code passes by steps that it has already executed. Put the code right"
          + " and resume the run; or, when the change is meant, resume it with --accept: then the"
          + " steps that the code no longer asks for are left behind.",
      "",
      "'holdfast runs show' prints what is in the log beside what the code asked for."
    },
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n")
public final class ResumeRun implements Callable<Integer> {

  /** Any word but the one that accepts has the code looked at again. */
  private static final String LOOK_AGAIN = "look";

  @Mixin private OneRun run = new OneRun();

  @Option(
      names = "--accept",
      description = "Leave behind recorded steps that the code no longer asks for.")
  private boolean accept;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    var decision = accept ? RunState.ACCEPT : LOOK_AGAIN;
    boolean resumed =
        run.decide(
            (engine, id) -> engine.resume(id, decision),
            (client, id) -> {
              var body = ServerClient.JSON.createObjectNode().put("decision", decision);
              client.post("/runs/" + id + "/resume", body.toString());
              return true;
            });
    if (!resumed) {
      throw new Complaint(ExitCode.SOFTWARE, "The run is not paused, so nothing was done.", null);
    }
    spec.commandLine()
        .getOut()
        .println(
            json ? "{\"resumed\":true}" : "Resumed; a node that has its code goes on with it.");
    return ExitCode.OK;
  }
}
