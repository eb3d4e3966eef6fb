package dev.holdfast.server.cli;

import dev.holdfast.server.client.ServerClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code holdfast workflows push}. */
@Command(
    name = "push",
    mixinStandardHelpOptions = true,
    description = {
      "Gives workflows to the server.",
      "",
      "Each is the next version of its name. Runs keep the version they were started with."
    },
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%n")
public final class PushWorkflows implements Callable<Integer> {

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "A file with the JSON of one workflow; - reads the standard input.")
  private List<String> files = List.of();

  @Mixin private AskServer server = new AskServer();

  @Option(names = "--json", description = "Print what the server answers, an object per line.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    var out = spec.commandLine().getOut();
    for (var file : files) {
      var definition = read(file);
      var stored = server.with(client -> client.post("/workflows", definition));
      out.println(
          json
              ? ServerClient.JSON.writeValueAsString(stored)
              : "%s  version %d  %s"
                  .formatted(
                      stored.path("name").asString(),
                      stored.path("version").asInt(),
                      stored.path("id").asString()));
    }
    out.flush();
    return ExitCode.OK;
  }

  /** A file, or what comes in. */
  static String read(String file) {
    try {
      return file.equals("-")
          ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
          : Files.readString(Path.of(file));
    } catch (NoSuchFileException e) {
      throw new Complaint(ExitCode.USAGE, "There is no file %s.".formatted(file), e);
    } catch (IOException e) {
      throw new Complaint(
          ExitCode.USAGE, "The file %s cannot be read: %s.".formatted(file, e.getMessage()), e);
    }
  }
}
