package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.Json;
import dev.holdfast.log.RunState;
import dev.holdfast.server.api.TestServer;
import dev.holdfast.server.config.Setting;
import dev.holdfast.store.Append;
import dev.holdfast.store.HeaderChange;
import dev.holdfast.store.Retention;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.sqlite.SqliteStore;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server clears away by itself, and {@code holdfast archive show} shows what it cleared. */
class ArchiveCommandTest {

  @TempDir Path folder;

  @Test
  void aServerArchivesWhatIsPastItsDaysAndTheCommandLineShowsIt() throws Exception {
    var path = folder.resolve("runs.db");
    var now = Instant.now();
    var old = id(now.minus(Duration.ofDays(40)), 1);
    var young = id(now.minus(Duration.ofDays(20)), 2);
    try (var store = SqliteStore.open(path, InstantSource.system())) {
      add(store, old, "old", now.minus(Duration.ofDays(40)));
      add(store, young, "young", now.minus(Duration.ofDays(20)));
    }
    try (var server =
        TestServer.on(
            path.toString(), Map.of(Setting.CLEANUP, "1", Setting.RETENTION_DAYS, "30"))) {
      var store = server.server().holdfast().engine().store();
      for (int i = 0; i < 5_000 && store.header(old).isPresent(); i++) {
        LockSupport.parkNanos(5_000_000);
      }
      assertThat(store.header(old)).isEmpty();
      assertThat(store.header(young)).isPresent();
    }
    Path file;
    try (var files = Files.list(folder.resolve("runs.db-archive"))) {
      file = files.findFirst().orElseThrow();
    }

    assertThat(show(file.toString())).contains(old.toString(), "old", "succeeded", "a.b.v1");
    var log = show(file.toString(), "old").lines().toList();
    assertThat(log.getFirst()).contains("\"seq\":1", "RunCreated");
    assertThat(log.getLast()).contains("RunCompleted");
    assertThat(show(file.toString(), "old", "--json")).contains("\"result\":7");
    assertThat(show(file.toString(), "nobody")).contains("has no run 'nobody'");
    assertThat(show(folder.resolve("none.gz").toString())).contains("cannot be read");
    var other = Files.writeString(folder.resolve("other.txt"), "no archive");
    assertThat(show(other.toString())).contains("is no archive of runs");
  }

  private static UUID id(Instant time, long number) {
    return new UUID(
        Retention.firstIdAt(time).getMostSignificantBits() | 0x7000, Long.MIN_VALUE | number);
  }

  private static void add(SqliteStore store, UUID id, String key, Instant at) {
    List<Event> events =
        List.of(
            new Event.RunCreated(
                at, "a.b.v1", null, key, 100, 3, null, null, null, null, null, "default", null,
                Map.of()),
            new Event.RunCompleted(at, new Json("7"), 0));
    var header = RunState.fold(id, events).header();
    assertThat(header.state().status()).isEqualTo(RunStatus.SUCCEEDED);
    var encoded = new EventCodec(1_000).encode(events);
    store.commit(
        List.of(
            new Append(id, 1, 2, encoded.events(), new HeaderChange.Insert(header), List.of())));
  }

  private static String show(String... arguments) {
    List<String> all = new ArrayList<>(List.of("archive", "show"));
    all.addAll(List.of(arguments));
    var text = new StringWriter();
    Main.commandLine()
        .setOut(new PrintWriter(text, true))
        .setErr(new PrintWriter(text, true))
        .execute(all.toArray(String[]::new));
    return text.toString();
  }
}
