package dev.holdfast.bench;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The best of several rounds of one peer. */
final class PeerFigures {

  private final String name;
  private final boolean hasSteps;
  private double stepsPerSecond;
  private double runsPerSecond;
  private @Nullable Percentiles step;
  private @Nullable Percentiles run;

  PeerFigures(String name, boolean hasSteps) {
    this.name = name;
    this.hasSteps = hasSteps;
  }

  void stepsPerSecond(double value) {
    stepsPerSecond = Math.max(stepsPerSecond, value);
  }

  void runsPerSecond(double value) {
    runsPerSecond = Math.max(runsPerSecond, value);
  }

  void step(Percentiles value) {
    step = better(step, value);
  }

  void run(Percentiles value) {
    run = better(run, value);
  }

  /** One column a peer. */
  static String table(List<PeerFigures> all) {
    var out = new StringBuilder();
    line(out, "", all, figures -> figures.name);
    line(
        out,
        "runs of 10 steps, 100 at once: steps/s",
        all,
        figures -> figures.hasSteps ? format("%,.0f", figures.stepsPerSecond) : "-");
    line(
        out,
        "one-step runs, 100 at once: runs/s",
        all,
        figures -> format("%,.0f", figures.runsPerSecond));
    line(out, "step of a lone run, p50 / p99 ms", all, figures -> both(figures.step));
    line(out, "one-step run, idle, p50 / p99 ms", all, figures -> both(figures.run));
    return out.toString();
  }

  private static void line(
      StringBuilder out, String what, List<PeerFigures> all, Function<PeerFigures, String> figure) {
    out.append(format("%-42s", what));
    all.forEach(figures -> out.append(format("%20s", figure.apply(figures))));
    out.append(System.lineSeparator());
  }

  private static String both(@Nullable Percentiles percentiles) {
    return percentiles == null
        ? "-"
        : format("%.2f / %.2f", percentiles.p50Ms(), percentiles.p99Ms());
  }

  private static Percentiles better(@Nullable Percentiles before, Percentiles now) {
    return before == null || now.p50Ms() < before.p50Ms() ? now : before;
  }

  @SuppressWarnings("AnnotateFormatMethod")
  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
