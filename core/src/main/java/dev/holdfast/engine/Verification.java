package dev.holdfast.engine;

import dev.holdfast.store.Header;
import dev.holdfast.store.RunQuery;
import dev.holdfast.store.Store;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Checks a store against its logs: every log is whole and tells a possible story, every header is
 * what its log makes of it, nobody holds what has ended, and whatever waits will be woken. Only
 * reads, a page at a time, and may be used while nodes are at work: a run that moves while it is
 * looked at is looked at again.
 */
public final class Verification {

  private static final int PAGE = 500;
  private static final int LOOKS_MAX = 5;

  /** How many problems the report keeps; all of them are counted and told to the listener. */
  static final int PROBLEMS_KEPT = 1_000;

  /**
   * What was found.
   *
   * @param runs how many runs were checked
   * @param events how many events their logs hold
   * @param found how many problems there are
   * @param problems the first of them
   */
  public record Report(long runs, long events, long found, List<Problem> problems) {
    public boolean clean() {
      return found == 0;
    }
  }

  /** Is told while the work goes on. */
  public interface Listener {
    /** Nobody listens. */
    Listener NONE = new Listener() {};

    default void found(Problem problem) {}

    default void progress(long runs, long events) {}
  }

  private final Store store;
  private final Listener listener;
  private final List<Problem> problems = new ArrayList<>();
  private long runs;
  private long events;
  private long found;

  private Verification(Store store, Listener listener) {
    this.store = store;
    this.listener = listener;
  }

  public static Report of(Store store, Listener listener) {
    return new Verification(store, listener).run();
  }

  /** Headers and logs are walked side by side, in the same order, so neither can hide the other. */
  private Report run() {
    var headers = new Walk<>(before -> store.find(RunQuery.all(PAGE).before(before)), Header::id);
    var logs = new Walk<UUID>(before -> store.runsInLog(before, PAGE), run -> run);
    var header = headers.next();
    var logged = logs.next();
    while (header != null || logged != null) {
      int order = order(header, logged);
      if (order < 0) {
        check(Objects.requireNonNull(logged), null);
      } else {
        check(Objects.requireNonNull(header).id(), header);
      }
      header = order >= 0 ? headers.next() : header;
      logged = order <= 0 ? logs.next() : logged;
    }
    listener.progress(runs, events);
    return new Report(runs, events, found, List.copyOf(problems));
  }

  /** Which comes first, newest first: above 0 the header, below 0 the log, 0 they are one run's. */
  private static int order(@Nullable Header header, @Nullable UUID logged) {
    if (header == null || logged == null) {
      return header == null ? -1 : 1;
    }
    return RunQuery.OLDEST_FIRST.compare(header.id(), logged);
  }

  private void check(UUID run, @Nullable Header header) {
    var log = LoggedRun.read(store, run);
    var wrong = problemsOf(run, header, log);
    // The header was read a page ago. What is wrong only as long as the run moves is not wrong.
    for (int look = 1; !wrong.isEmpty() && look < LOOKS_MAX; look++) {
      var before = store.header(run).orElse(null);
      log = LoggedRun.read(store, run);
      var again = problemsOf(run, before, log);
      boolean still =
          Objects.equals(before, store.header(run).orElse(null))
              && store.tail(run).map(tail -> tail.lastSeq()).orElse(0L) == log.lastSeq();
      wrong = again;
      if (still) {
        break;
      }
    }
    wrong.forEach(this::report);
    events += log.events().size();
    runs++;
    if (runs % PAGE == 0) {
      listener.progress(runs, events);
    }
  }

  private static List<Problem> problemsOf(UUID run, @Nullable Header header, LoggedRun log) {
    List<Problem> wrong = new ArrayList<>(log.problems());
    if (header == null) {
      wrong.add(new Problem(run, Problem.Kind.HEADER, "It has a log but no header."));
      return wrong;
    }
    if (log.entries() == 0) {
      wrong.add(new Problem(run, Problem.Kind.LOG, "It has a header but no log."));
    }
    wrong.addAll(HeaderCheck.standing(header));
    if (log.header() != null) {
      wrong.addAll(HeaderCheck.differences(header, log.header()));
    }
    return wrong;
  }

  private void report(Problem problem) {
    found++;
    if (problems.size() < PROBLEMS_KEPT) {
      problems.add(problem);
    }
    listener.found(problem);
  }

  /** One thing after the other, read in pages. */
  static final class Walk<T> {

    private final Function<@Nullable UUID, List<T>> pages;
    private final Function<T, UUID> id;
    private @Nullable UUID last;
    private Iterator<T> page = List.<T>of().iterator();

    Walk(Function<@Nullable UUID, List<T>> pages, Function<T, UUID> id) {
      this.pages = pages;
      this.id = id;
    }

    /** Null at the end. */
    @Nullable T next() {
      if (!page.hasNext()) {
        page = pages.apply(last).iterator();
      }
      if (!page.hasNext()) {
        return null;
      }
      var item = page.next();
      last = id.apply(item);
      return item;
    }
  }
}
