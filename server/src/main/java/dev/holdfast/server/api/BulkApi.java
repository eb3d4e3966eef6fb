package dev.holdfast.server.api;

import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.HttpProblem;
import dev.holdfast.server.http.Json;
import dev.holdfast.server.http.Reply;
import dev.holdfast.store.Header;
import dev.holdfast.store.RunFilter;
import dev.holdfast.store.RunPhase;
import dev.holdfast.store.Store;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** The same action on every run that a filter matches, with a count beforehand. */
final class BulkApi {

  /** How many runs one request may change. */
  static final int RUNS_MAX = 10_000;

  private static final int PAGE = 500;
  private static final int REFUSED_SHOWN = 20;

  /** Which runs each action can be done to. */
  private static final Map<String, Set<RunPhase>> ACTIONS =
      Map.of(
          "cancel",
          EnumSet.of(
              RunPhase.PENDING,
              RunPhase.RUNNING,
              RunPhase.RETRYING,
              RunPhase.WAITING,
              RunPhase.PAUSED),
          "retry",
          EnumSet.of(RunPhase.FAILED, RunPhase.CANCELLED));

  static final List<String> FILTERS =
      List.of(
          "phase",
          "status",
          "workflow",
          "q",
          "fingerprint",
          "priority",
          "node",
          "parent",
          "order",
          "since");

  private final Store store;
  private final Filters filters;
  private final ActionsApi actions;

  BulkApi(Store store, Filters filters, ActionsApi actions) {
    this.store = store;
    this.filters = filters;
    this.actions = actions;
  }

  Reply act(Exchange exchange) throws InterruptedException {
    var asked = Asked.of(exchange, Set.of("action", "dry_run", "reason", "all"));
    var action = Objects.requireNonNullElse(asked.text("action"), "");
    boolean dryRun = asked.flag("dry_run");
    boolean all = asked.flag("all");
    var reason = Objects.requireNonNullElse(asked.text("reason"), "asked for");
    if (!ACTIONS.containsKey(action)) {
      asked.wrong("/action", "must be cancel or retry", "Name one of the two.");
    }
    refuseUnfiltered(exchange, asked, all);
    asked.done();
    var runs = filters.of(exchange).map(filter -> matching(filter, action)).orElseGet(List::of);
    if (!dryRun) {
      refuseTooMany(runs);
    }
    return Reply.json(
        dryRun ? 200 : 202, dryRun ? counted(action, runs) : done(action, runs, reason));
  }

  static void refuseUnfiltered(Exchange exchange, Asked asked, boolean all) {
    boolean filtered =
        FILTERS.stream()
            .anyMatch(name -> exchange.query(name).filter(v -> !v.isEmpty()).isPresent());
    if (!filtered && !all) {
      asked.wrong(
          "/all",
          "must be true when there is no filter",
          "Filter by " + String.join(", ", FILTERS));
    }
  }

  static void refuseTooMany(List<UUID> runs) {
    if (runs.size() > RUNS_MAX) {
      throw HttpProblem.of(
          409, "too_many", "More than %,d runs match. Filter more narrowly.".formatted(RUNS_MAX));
    }
  }

  private List<UUID> matching(RunFilter filter, String action) {
    var possible = EnumSet.copyOf(Objects.requireNonNull(ACTIONS.get(action)));
    if (!filter.phases().isEmpty()) {
      possible.retainAll(filter.phases());
    }
    return possible.isEmpty() ? List.of() : idsOf(store, filter.phases(possible));
  }

  /** The runs that match; one more than allowed, or a few, when there are more. */
  static List<UUID> idsOf(Store store, RunFilter filter) {
    List<UUID> runs = new ArrayList<>();
    UUID before = null;
    while (runs.size() <= RUNS_MAX) {
      var page = store.lists().find(filter, before, PAGE);
      page.stream().map(Header::id).forEach(runs::add);
      if (page.size() < PAGE) {
        break;
      }
      before = page.getLast().id();
    }
    return runs;
  }

  static ObjectNode counted(String action, List<UUID> runs) {
    var node = Json.object();
    node.put("action", action);
    node.put("dry_run", true);
    node.put("matched", Math.min(runs.size(), RUNS_MAX));
    node.put("more", runs.size() > RUNS_MAX);
    node.put("done", 0);
    node.putArray("refused");
    return node;
  }

  private ObjectNode done(String action, List<UUID> runs, String reason) {
    return done(
        action,
        runs,
        run -> {
          if (action.equals("cancel")) {
            actions.cancel(run, reason);
          } else {
            actions.retry(run);
          }
        });
  }

  /** Does it to one after the other; what has changed meanwhile is refused and said. */
  static ObjectNode done(String action, List<UUID> runs, Consumer<UUID> act) {
    var node = counted(action, runs);
    var refused = node.putArray("refused");
    int done = 0;
    for (var run : runs) {
      try {
        act.accept(run);
        done++;
      } catch (HttpProblem changedMeanwhile) {
        if (refused.size() < REFUSED_SHOWN) {
          refused
              .addObject()
              .put("run", run.toString())
              .put("reason", String.valueOf(changedMeanwhile.getMessage()));
        }
      }
    }
    node.put("dry_run", false);
    node.put("done", done);
    return node;
  }
}
