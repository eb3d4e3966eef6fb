package dev.holdfast.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The model and a store that must do the same. Knows a few runs, nodes and workflows by number. */
final class StorePair {

  static final int RUNS = 9;
  static final int NODES = 3;
  static final int KEYS = 3;
  static final int STATES = 9;

  private static final List<String> WORKFLOWS = List.of("a", "b", "c");

  private final Store model;
  private final Store store;
  private final ManualClock clock;

  StorePair(Store model, Store store, ManualClock clock) {
    this.model = model;
    this.store = store;
    this.clock = clock;
  }

  // ---- what can be done ----------------------------------------------------------------------

  /** Commits the appends that somebody could really have made, the first one of each run. */
  void commit(List<Operation.Line> lines) {
    List<Append> batch = new ArrayList<>();
    Set<Integer> runs = new HashSet<>();
    for (var line : lines) {
      boolean known = model.header(run(line.run())).isPresent();
      if ((known || line.kind() == Operation.Kind.INSERT) && runs.add(line.run())) {
        batch.add(append(line));
      }
    }
    assertThat(store.commit(batch)).isEqualTo(model.commit(batch));
  }

  void claim(Operation.Claiming claiming) {
    Set<String> workflows = new HashSet<>();
    for (int n = 0; n < WORKFLOWS.size(); n++) {
      if ((claiming.workflows() & 1 << n) != 0) {
        workflows.add(WORKFLOWS.get(n));
      }
    }
    int due = dueCount(workflows);
    // Which lost runs a limit leaves out is not promised, so no limit falls among them.
    int limit = claiming.limit() <= due ? claiming.limit() : 1_000;
    var claim = claim(claiming.node(), workflows, null, limit);
    var expected = model.claim(claim);
    var actual = store.claim(claim);
    int ordered = Math.min(due, limit);
    assertThat(actual.runs()).hasSameSizeAs(expected.runs());
    assertThat(actual.runs().stream().limit(ordered).toList())
        .isEqualTo(expected.runs().stream().limit(ordered).toList());
    assertThat(actual.runs()).containsExactlyInAnyOrderElementsOf(expected.runs());
    assertThat(actual.nextDue()).isEqualTo(expected.nextDue());
  }

  void claimOnly(int node, int run) {
    var claim = claim(node, Set.copyOf(WORKFLOWS), run(run), 1);
    assertThat(store.claim(claim).runs()).isEqualTo(model.claim(claim).runs());
  }

  void beat(int node, int seconds) {
    var leaseFor = Duration.ofSeconds(seconds);
    assertThat(store.heartbeat(node(node), leaseFor))
        .isEqualTo(model.heartbeat(node(node), leaseFor));
  }

  void leave(int node) {
    store.leave(node(node));
    model.leave(node(node));
  }

  void pass(int seconds) {
    clock.advance(Duration.ofSeconds(seconds));
  }

  void rewrite(int run, int state) {
    var header = model.header(run(run));
    if (header.isPresent()) {
      var headers = List.of(header.get().with(state(state)));
      store.rewrite(headers);
      model.rewrite(headers);
    }
  }

  void find(Operation.Finding finding) {
    var query =
        new RunQuery(
            finding.statuses(),
            finding.workflow() < 0 ? null : WORKFLOWS.get(finding.workflow()),
            key(finding.key()),
            finding.node() < 0 ? null : node(finding.node()),
            finding.before() < 0 ? null : run(finding.before()),
            finding.limit());
    assertThat(store.find(query)).isEqualTo(model.find(query));
  }

  // ---- what must then be the same ------------------------------------------------------------

  void compareHeadersAndNodes() {
    assertThat(store.find(RunQuery.all(100))).isEqualTo(model.find(RunQuery.all(100)));
    assertThat(nodes(store)).containsExactlyInAnyOrderElementsOf(nodes(model));
    assertThat(store.now()).isEqualTo(model.now());
  }

  void compareLogs() {
    assertThat(store.runsInLog(null, 100)).isEqualTo(model.runsInLog(null, 100));
    assertThat(store.runsInLog(run(4), 2)).isEqualTo(model.runsInLog(run(4), 2));
    for (int n = 0; n < RUNS; n++) {
      assertThat(store.read(run(n), 0, 1_000)).isEqualTo(model.read(run(n), 0, 1_000));
      assertThat(store.tail(run(n))).isEqualTo(model.tail(run(n)));
      assertThat(store.header(run(n))).isEqualTo(model.header(run(n)));
      assertThat(store.payload("hash " + n)).isEqualTo(model.payload("hash " + n));
    }
  }

  /** When a lease that is over would have ended is not promised. */
  private static List<NodeLease> nodes(Store of) {
    return of.nodes().stream()
        .map(
            lease ->
                lease.live()
                    ? lease
                    : new NodeLease(lease.node(), lease.startedAt(), Instant.EPOCH, false))
        .toList();
  }

  // ---- from numbers to values ----------------------------------------------------------------

  private Append append(Operation.Line line) {
    var run = run(line.run());
    var entries = model.read(run, 0, 1_000);
    long seq = entries.isEmpty() ? 1 : entries.getLast().lastSeq() + 1;
    if (line.behind() > 0 && !entries.isEmpty()) {
      seq = entries.get(Math.max(0, entries.size() - line.behind())).seq();
    }
    HeaderChange change =
        switch (line.kind()) {
          case INSERT -> new HeaderChange.Insert(header(line));
          case UPDATE -> new HeaderChange.Update(state(line.value()));
          case POKE -> new HeaderChange.Poke();
          case PLAIN -> null;
        };
    List<Payload> payloads =
        line.value() == 0 ? List.of(new Payload("hash " + line.run(), "\"large\"")) : List.of();
    return new Append(
        run,
        seq,
        line.count(),
        Sample.events("value " + line.value(), line.count()),
        change,
        payloads);
  }

  private Header header(Operation.Line line) {
    var workflow = WORKFLOWS.get(line.value() % 4 % WORKFLOWS.size());
    return Sample.header(
        run(line.run()), workflow, line.count(), key(line.behind() - 1), state(line.value()));
  }

  private HeaderState state(int value) {
    var now = model.now();
    return switch (value) {
      case 0, 1 -> Sample.pending(now);
      case 2 -> Sample.pending(now.minusSeconds(1));
      case 3 -> Sample.pending(now.minusNanos(1_000));
      case 4 -> Sample.pending(now.plusSeconds(3));
      case 5 -> Sample.pending(null);
      case 6 -> Sample.ended(RunStatus.SUCCEEDED);
      case 7 -> Sample.leased(node(0));
      default -> Sample.leased(node(1));
    };
  }

  private int dueCount(Set<String> workflows) {
    return (int)
        model.find(RunQuery.all(100).statuses(Set.of(RunStatus.PENDING))).stream()
            .filter(header -> workflows.contains(header.workflow()))
            .flatMap(header -> Stream.ofNullable(header.state().runAt()))
            .filter(runAt -> !runAt.isAfter(model.now()))
            .count();
  }

  private Claim claim(int node, Set<String> workflows, @Nullable UUID only, int limit) {
    return new Claim(node(node), workflows, only, limit, model.now(), Sample.claimed(node(node)));
  }

  private static UUID run(int n) {
    return new UUID((0x0190_0000_0000L << 16) | 0x7000L, 0x8000_0000_0000_0000L + n);
  }

  private static String node(int n) {
    return "node-" + n;
  }

  private static @Nullable String key(int n) {
    return n < 0 ? null : "key-" + n;
  }
}
