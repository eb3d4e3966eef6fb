package dev.holdfast.server.cli;

import dev.holdfast.engine.Problem;
import dev.holdfast.engine.Verification;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** What a command finds in a store, a line for each as it is found, below a line of progress. */
final class Findings implements Verification.Listener {

  private final PrintWriter out;
  private final Terminal terminal;
  private final boolean json;
  private final LongFunction<String> progress;

  /**
   * @param json whether the findings will be printed at the end instead
   * @param progress how far it has come, from the number of runs
   */
  Findings(PrintWriter out, Terminal terminal, boolean json, LongFunction<String> progress) {
    this.out = out;
    this.terminal = terminal;
    this.json = json;
    this.progress = progress;
  }

  static List<Map<String, Object>> fields(List<Problem> problems) {
    return problems.stream().map(Findings::fields).toList();
  }

  @Override
  public void found(Problem problem) {
    if (!json) {
      terminal.clear();
      out.printf("%s  %-7s  %s%n", problem.run(), problem.kind().word(), problem.what());
    }
  }

  @Override
  public void progress(long runs, long events) {
    terminal.show(progress.apply(runs));
  }

  private static Map<String, Object> fields(Problem problem) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("run", problem.run().toString());
    fields.put("kind", problem.kind().word());
    fields.put("what", problem.what());
    return fields;
  }
}
