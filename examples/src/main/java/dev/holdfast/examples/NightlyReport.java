package dev.holdfast.examples;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import dev.holdfast.Holdfast;
import dev.holdfast.Retry;
import dev.holdfast.Workflow;
import java.util.List;

/**
 * Fetches the figures of every branch office, a few at a time, patiently with those that do not
 * answer, and mails the sum. An office that was fetched is not asked again after a crash.
 */
public final class NightlyReport {

  /** Which night, and whom to ask. */
  public record Night(String date, List<String> offices) {}

  /** What is mailed. */
  public record Report(String date, long total, int offices) {}

  /** The outside world. */
  public interface Offices {
    long revenue(String office, String date) throws Exception;

    void mail(Report report);
  }

  private static final Retry PATIENT =
      Retry.attempts(5)
          .delay(ofSeconds(10))
          .maxDelay(ofMinutes(5))
          .never(IllegalArgumentException.class);

  private NightlyReport() {}

  /** Registers the workflow. */
  public static Workflow<Night, Report> register(Holdfast holdfast, Offices offices) {
    return holdfast.workflow(
        "finance.report.v1",
        Night.class,
        Report.class,
        (wf, night) -> {
          var revenues =
              wf.map(
                  "office",
                  night.offices(),
                  name -> name,
                  (b, name) ->
                      b.step(
                          "fetch",
                          () -> offices.revenue(name, night.date()),
                          s -> s.retry(PATIENT).timeout(ofMinutes(15)).deadline(ofHours(8))),
                  m -> m.concurrency(4));
          long total = revenues.stream().mapToLong(Long::longValue).sum();
          var report = new Report(night.date(), total, revenues.size());
          wf.step("mail", () -> offices.mail(report));
          return report;
        });
  }
}
