package dev.holdfast.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.Workflow;
import dev.holdfast.testkit.CrashTest;
import dev.holdfast.testkit.HoldfastExtension;
import dev.holdfast.testkit.Replay;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** docs/guide/testing.md. */
class TestingTest {

  /** As {@code holdfast runs export} prints it. */
  private static final String EXPORTED =
      """
      {"seq":1,"type":"RunCreated","at":1794784453209305,"workflow":"remind.v1","input":"ada"}
      {"seq":2,"type":"RunClaimed","at":1794784453209305,"node":"node-ab44149de3a9"}
      {"seq":3,"type":"StepScheduled","at":1794784453296744,"step":"a-week","kind":"sleep"}
      {"seq":4,"type":"StepStarted","at":1794784453296744,"step":"a-week"}
      {"seq":5,"type":"StepCompleted","at":1794784453308788,"step":"a-week","output":null}
      {"seq":6,"type":"StepScheduled","at":1794784453337196,"step":"mail"}
      {"seq":7,"type":"StepStarted","at":1794784453337196,"step":"mail"}
      {"seq":8,"type":"StepCompleted","at":1794784453341831,"step":"mail","output":"sent"}
      {"seq":9,"type":"RunCompleted","at":1794784453344793,"result":"sent"}
      """;

  // snippet: extension
  @RegisterExtension final HoldfastExtension test = HoldfastExtension.inMemory(); // or onSqlite()

  @Test
  void a_reminder_is_sent_after_a_week() {
    var run = Reminders.register(test.holdfast(), mailer).start("ada");

    test.passes(Duration.ofDays(7));

    assertThat(run.join()).isEqualTo("sent");
  }

  // end of snippet

  // snippet: workflow
  interface Mailer {
    String remind(String name);
  }

  static final class Reminders {
    static Workflow<String, String> register(Holdfast holdfast, Mailer mailer) {
      return holdfast.workflow(
          "remind.v1",
          String.class,
          String.class,
          (wf, name) -> {
            wf.sleep("a-week", Duration.ofDays(7));
            return wf.step("mail", () -> mailer.remind(name));
          });
    }
  }

  // end of snippet

  @TempDir Path folder;

  private final List<String> reminded = new CopyOnWriteArrayList<>();

  private final Mailer mailer =
      name -> {
        reminded.add(name);
        return "sent";
      };

  @Test
  void a_crash_anywhere_changes_nothing() {
    // snippet: crash
    CrashTest.of(holdfast -> Reminders.register(holdfast, mailer), "ada").afterEveryCommit();
    // end of snippet

    assertThat(reminded).isNotEmpty();
  }

  @Test
  void new_code_is_played_against_an_old_history() throws Exception {
    var history = Files.writeString(folder.resolve("remind-ada.jsonl"), EXPORTED);
    // snippet: replay
    Replay.of(history).against(holdfast -> Reminders.register(holdfast, mailer));
    // end of snippet

    assertThatThrownBy(
            () ->
                Replay.of(history)
                    .against(
                        holdfast ->
                            holdfast.workflow(
                                "remind.v1", String.class, String.class, (wf, name) -> "sent")))
        .hasMessageContaining("no longer asks for what is recorded");
    assertThat(reminded).isEmpty();
  }
}
