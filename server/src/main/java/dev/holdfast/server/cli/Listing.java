package dev.holdfast.server.cli;

import dev.holdfast.server.client.ServerClient;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What all commands that list things have in common: a table for people, JSON for programs. */
final class Listing {

  @Option(names = "--json", description = "Print one JSON object per line instead of a table.")
  private boolean json;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  /**
   * Prints the things.
   *
   * @param none what to say when there are none
   * @param object a thing as JSON
   * @param table all of them as lines
   */
  <T> void print(
      List<T> things, String none, Function<T, ?> object, Function<List<T>, List<String>> table) {
    var out = command.commandLine().getOut();
    if (json) {
      things.forEach(
          thing -> out.println(ServerClient.JSON.writeValueAsString(object.apply(thing))));
    } else if (things.isEmpty()) {
      out.println(none);
    } else {
      table.apply(things).forEach(out::println);
    }
    out.flush();
  }
}
