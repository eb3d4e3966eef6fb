package dev.holdfast.server.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.Run;
import dev.holdfast.Signal;
import dev.holdfast.Workflow;
import dev.holdfast.store.Header;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Retention on a real store. */
abstract class CleanUpContract {

  private static final Signal<String> GO = Signal.of("go", String.class);

  @TempDir Path folder;
  private Holdfast holdfast;
  private Workflow<String, String> workflow;
  private Workflow<String, String> waiting;

  abstract String url();

  @BeforeEach
  void open() {
    holdfast = Holdfast.open(url());
    workflow =
        holdfast.workflow(
            "shop.pay.v1",
            String.class,
            String.class,
            (wf, text) ->
                wf.step(
                    "s",
                    () -> {
                      if (text.equals("bad")) {
                        throw new IllegalStateException("no money");
                      }
                      return text;
                    }));
    waiting =
        holdfast.workflow(
            "waiting.v1",
            String.class,
            String.class,
            (wf, name) -> wf.await(GO, Duration.ofDays(900)).orElseThrow());
    holdfast.start();
  }

  @AfterEach
  void close() {
    holdfast.close();
  }

  Store store() {
    return holdfast.engine().store();
  }

  private CleanUp cleanUp(String writer) {
    return new CleanUp(store(), folder, writer, 30);
  }

  private static Instant inDays(int days) {
    return Instant.now().plus(Duration.ofDays(days));
  }

  Run<String> ended(String text) {
    var run = workflow.start(text, o -> o.key("key of " + text.substring(0, 3)));
    until(() -> store().header(run.id()).orElseThrow().state().status().terminal());
    return run;
  }

  private static void until(BooleanSupplier happened) {
    for (int i = 0; i < 10_000 && !happened.getAsBoolean(); i++) {
      LockSupport.parkNanos(2_000_000);
    }
    assertThat(happened.getAsBoolean()).isTrue();
  }

  private List<ArchivedRun> archived() throws IOException {
    List<ArchivedRun> runs = new ArrayList<>();
    try (var files = Files.list(folder)) {
      for (var file : files.sorted().toList()) {
        assertThat(ArchiveReader.read(file, runs::add)).isTrue();
      }
    }
    return runs;
  }

  @Test
  void whatIsLongOverIsArchivedWithItsWholeLogAndDeleted() throws Exception {
    var large = "x".repeat(100_000);
    var good = ended("good");
    var bad = ended("bad");
    var big = ended(large);
    var open = waiting.start("a");
    until(() -> open.status() == Run.Status.PENDING);

    var done = cleanUp("n1").run(inDays(31), () -> false);

    assertThat(done.runs()).isEqualTo(3);
    assertThat(store().find(RunQuery.all(9)).stream().map(Header::id)).containsExactly(open.id());
    var runs = archived();
    assertThat(runs.stream().map(ArchivedRun::id))
        .containsExactly(good.id().toString(), bad.id().toString(), big.id().toString());
    assertThat(runs.get(0).text("key")).isEqualTo("key of goo");
    assertThat(runs.get(0).text("status")).isEqualTo("succeeded");
    assertThat(runs.get(1).text("error")).contains("no money");
    assertThat(runs.get(2).json().get("result").asString()).isEqualTo(large);
    var types = runs.get(0).events().valueStream().map(e -> e.get("type").asString()).toList();
    assertThat(types).startsWith("RunCreated").endsWith("RunCompleted");
    var completed =
        runs.get(2).events().valueStream().filter(e -> e.has("output")).findFirst().orElseThrow();
    assertThat(completed.get("output").asString()).as("large values are put in").isEqualTo(large);
    open.signal(GO, "on");
    assertThat(open.join()).isEqualTo("on");
  }

  @Test
  void whatIsYoungerThanTheDaysIsLeftAlone() throws Exception {
    ended("good");

    assertThat(cleanUp("n1").run(inDays(29), () -> false).runs()).isZero();
    assertThat(new CleanUp(store(), folder, "n1", 0).run(inDays(9_999), () -> false).runs())
        .as("0 days: for ever")
        .isZero();

    assertThat(store().find(RunQuery.all(9))).hasSize(1);
    assertThat(archived()).isEmpty();
  }

  @Test
  void aCrashBetweenArchiveAndDeleteLeavesAtMostADuplicate() throws Exception {
    var run = ended("good");
    cleanUp("n1").archive(store().find(RunQuery.all(9)), inDays(31));

    cleanUp("n2").run(inDays(31), () -> false);

    assertThat(store().find(RunQuery.all(9))).isEmpty();
    var runs = archived();
    assertThat(runs.stream().map(ArchivedRun::id))
        .containsExactly(run.id().toString(), run.id().toString());
    assertThat(runs.get(0)).isEqualTo(runs.get(1));
  }

  @Test
  void ofAFileThatACrashHasTornWhatWasWhollyWrittenCanBeRead() throws Exception {
    var first = ended("one");
    cleanUp("n1").run(inDays(31), () -> false);
    ended("two");
    cleanUp("n1").run(inDays(31), () -> false);
    Path file;
    try (var files = Files.list(folder)) {
      file = files.findFirst().orElseThrow();
    }
    var bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 20));

    List<String> ids = new ArrayList<>();
    boolean whole = ArchiveReader.read(file, run -> ids.add(run.id()));

    assertThat(whole).isFalse();
    assertThat(ids).containsExactly(first.id().toString());
  }
}
