package dev.holdfast.engine;

import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.LogCheck;
import dev.holdfast.log.RunState;
import dev.holdfast.store.Entry;
import dev.holdfast.store.Header;
import dev.holdfast.store.Store;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One run's log as it stands in the store, read without trusting it.
 *
 * @param entries how many entries there are
 * @param lastSeq the seq of the last event; 0 when there is none
 * @param events what could be read
 * @param problems what is wrong with the log and the values it refers to
 * @param header what the log makes of the header; null when the log is too damaged to say
 */
record LoggedRun(
    int entries,
    long lastSeq,
    List<Event> events,
    List<Problem> problems,
    @Nullable Header header) {

  private static final int READ_ENTRIES = 1_000;

  static LoggedRun read(Store store, UUID run) {
    var reading = new Reading(store, run);
    long after = 0;
    while (true) {
      var entries = store.read(run, after, READ_ENTRIES);
      for (var entry : entries) {
        reading.add(entry);
        after = entry.seq();
      }
      if (entries.size() < READ_ENTRIES) {
        return reading.end();
      }
    }
  }

  private static final class Reading {

    private final Store store;
    private final UUID run;
    private final List<Entry> places = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();

    Reading(Store store, UUID run) {
      this.store = store;
      this.run = run;
    }

    void add(Entry entry) {
      // Their places are needed to the end, their text is not.
      places.add(new Entry(entry.run(), entry.seq(), entry.count(), ""));
      try {
        events.addAll(EventCodec.decode(entry, this::payload));
      } catch (RuntimeException e) {
        problem(Problem.Kind.LOG, "Entry %d cannot be read: %s".formatted(entry.seq(), line(e)));
      }
    }

    LoggedRun end() {
      long lastSeq = places.isEmpty() ? 0 : places.getLast().lastSeq();
      LogCheck.gaps(places).forEach(gap -> problem(Problem.Kind.LOG, gap));
      Header header = null;
      // With a piece missing, all that follows would be reported too, and none of it would help.
      if (problems.isEmpty() && !events.isEmpty()) {
        LogCheck.violations(run, events).forEach(broken -> problem(Problem.Kind.LOG, broken));
        header = fold();
      }
      return new LoggedRun(places.size(), lastSeq, events, problems, header);
    }

    private @Nullable Header fold() {
      try {
        return RunState.fold(run, events).header();
      } catch (RuntimeException e) {
        problem(Problem.Kind.LOG, "The log cannot be folded: " + line(e));
        return null;
      }
    }

    private String payload(String hash) {
      var payload = store.payload(hash);
      if (payload.isEmpty()) {
        problem(Problem.Kind.PAYLOAD, "The value %s is missing.".formatted(hash));
      } else if (!sha256(payload.get().data()).equals(hash)) {
        problem(Problem.Kind.PAYLOAD, "The value %s is not what was stored.".formatted(hash));
      }
      return payload.map(found -> found.data()).orElse("null");
    }

    private void problem(Problem.Kind kind, String what) {
      problems.add(new Problem(run, kind, what.replace(" of run " + run, "")));
    }

    private static String line(RuntimeException e) {
      return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private static String sha256(String text) {
      try {
        var digest = MessageDigest.getInstance("SHA-256");
        return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
      } catch (NoSuchAlgorithmException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }
}
