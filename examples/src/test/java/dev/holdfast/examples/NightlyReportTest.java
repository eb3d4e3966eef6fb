package dev.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.examples.NightlyReport.Night;
import dev.holdfast.examples.NightlyReport.Report;
import dev.holdfast.testkit.CrashTest;
import dev.holdfast.testkit.HoldfastExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class NightlyReportTest {

  private static final Night NIGHT =
      new Night("2026-11-15", List.of("oslo", "rome", "lima", "kyoto", "perth"));

  @RegisterExtension final HoldfastExtension test = HoldfastExtension.inMemory();

  private final Map<String, Integer> asked = new ConcurrentHashMap<>();

  private final NightlyReport.Offices offices =
      new NightlyReport.Offices() {
        @Override
        public long revenue(String office, String date) throws IOException {
          int times = asked.merge(office, 1, Integer::sum);
          if (office.equals("lima") && times < 3) {
            throw new IOException("no line to lima");
          }
          return office.length();
        }

        @Override
        public void mail(Report report) {}
      };

  @Test
  void offices_that_do_not_answer_are_asked_again() {
    var run = NightlyReport.register(test.holdfast(), offices).start(NIGHT);

    test.passes(Duration.ofMinutes(10));

    assertThat(run.join()).isEqualTo(new Report("2026-11-15", 22, 5));
    assertThat(asked).containsEntry("lima", 3).containsEntry("oslo", 1);
  }

  @Test
  void a_crash_anywhere_changes_nothing() {
    CrashTest.of(holdfast -> NightlyReport.register(holdfast, offices), NIGHT).afterEveryCommit();
  }
}
