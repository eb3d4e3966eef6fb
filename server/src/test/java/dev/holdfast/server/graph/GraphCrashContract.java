package dev.holdfast.server.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.log.Json;
import dev.holdfast.store.Store;
import dev.holdfast.store.WorkflowRow;
import dev.holdfast.testkit.CrashPoints;
import dev.holdfast.testkit.FakeClock;
import dev.holdfast.testkit.Fault;
import dev.holdfast.testkit.Life;
import dev.holdfast.testkit.RunCheck;
import dev.holdfast.testkit.Scenario;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A crash at every commit of every kind of graph: it ends the same, each action is done once. */
abstract class GraphCrashContract {

  final FakeClock clock = new FakeClock();
  private final AtomicInteger numbers = new AtomicInteger();
  private CrashPoints points;

  /** A store without data, and what becomes of it after a crash. */
  abstract CrashPoints open() throws Exception;

  /** The address of the database below the store. */
  abstract String url();

  @BeforeEach
  void prepare() throws Exception {
    points = open();
    try (var db = DriverManager.getConnection(url());
        var statement = db.createStatement()) {
      statement.execute("create table effect (run varchar(40), step varchar(100))");
    }
    var id = UUID.randomUUID();
    points.store().workflows().add(id, "crash-child", GraphShape.CHILD_DEFINITION, clock.now());
  }

  @AfterEach
  void close() {
    points.store().close();
  }

  @ParameterizedTest
  @EnumSource(GraphShape.class)
  void a_crash_before_or_after_any_commit_changes_nothing(GraphShape shape) throws Exception {
    var report =
        points.everywhere(
            () -> new Play(shape, numbers.incrementAndGet()),
            Fault.CRASH_BEFORE,
            Fault.CRASH_AFTER);

    assertThat(report.violations()).isEmpty();
    assertThat(report.cases()).isGreaterThan(5);
    assertThat(RunCheck.violations(points.store())).isEmpty();
    assertThat(doneTwice()).isEmpty();
    if (shape == GraphShape.ORDER) {
      for (int i = 1; i <= numbers.get(); i++) {
        assertThat(points.store().orders().find("order-" + i).orElseThrow().status())
            .isEqualTo("shipped");
      }
    }
  }

  private List<String> doneTwice() throws SQLException {
    List<String> twice = new ArrayList<>();
    try (var db = DriverManager.getConnection(url());
        var statement = db.createStatement();
        var rows =
            statement.executeQuery(
                "select run, step, count(*) from effect group by run, step"
                    + " having count(*) <> 1")) {
      while (rows.next()) {
        twice.add(rows.getString(1) + " " + rows.getString(2) + " " + rows.getInt(3));
      }
    }
    return twice;
  }

  /** One playing: an order and a run of its own. */
  private final class Play implements Scenario {
    private final GraphShape shape;
    private final String order;
    private final WorkflowRow workflow;
    private @Nullable Graphs graphs;

    Play(GraphShape shape, int number) {
      this.shape = shape;
      this.order = "order-" + number;
      Store store = points.store();
      store.orders().add(order, BigDecimal.TEN, clock.now());
      this.workflow =
          store.workflows().add(UUID.randomUUID(), shape.name(), shape.definition, clock.now());
    }

    @Override
    public void register(Life life) {
      graphs =
          Graphs.on(life.holdfast(), GraphOptions.defaults())
              .action("count", (db, id, step) -> count(db, step))
              .action("fail_twice", GraphCrashContract::failTwice);
    }

    @Override
    public List<UUID> drive(Life life) {
      var start = GraphStart.empty().key("key-" + order).order(order).input(new Json("{\"n\": 7}"));
      var mine = Objects.requireNonNull(graphs);
      var run = mine.start(workflow, start);
      shape.said.accept(mine, run);
      return List.of(run);
    }
  }

  private static void count(Connection db, GraphAction.Step step) throws SQLException {
    try (var insert = db.prepareStatement("insert into effect (run, step) values (?, ?)")) {
      insert.setString(1, step.run().toString());
      insert.setString(2, step.name());
      insert.executeUpdate();
    }
  }

  private static void failTwice(Connection db, String order, GraphAction.Step step)
      throws SQLException {
    count(db, step);
    if (step.attempt() <= 2) {
      throw new IllegalStateException("not yet");
    }
  }
}
