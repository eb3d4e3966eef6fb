package dev.holdfast.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.store.Append;
import dev.holdfast.store.RunStatus;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The tables as other programs use them, with the statements that were promised to them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlainSqlTest {

  private static final String CREATE =
      """
      insert into workflow.workflow_run (
        type,
        payload,
        idempotency_key
      ) values (
        'content.thumbnail.v1',
        '{"content_id":"c_123", "width": 300, "height": 300}',
        'content:c_123:thumbnail:300x300'
      )
      on conflict (idempotency_key) do nothing
      returning id;
      """;

  private static final String CANCEL =
      """
      update workflow.workflow_run
      set status = 'cancelled', updated_at = now()
      where id = :run_id
        and status in ('pending', 'leased');
      """;

  private static final String CLAIM =
      """
      select id, type, payload, attempt, max_attempts
      from workflow.workflow_run
      where status = 'pending'
        and (type like 'billing.%' or type like 'payment.%')
        and run_at <= now()
        and deleted_at is null
      order by priority asc, created_at asc
      for update skip locked
      limit 1;
      """;

  private static final String LEASE =
      """
      update workflow.workflow_run
      set status = 'leased',
          leased_by = :worker_id,
          lease_until = now() + interval '30 seconds',
          updated_at = now()
      where id = :run_id;
      """;

  private static final String HEARTBEAT =
      """
      update workflow.workflow_run
      set lease_until = now() + interval '30 seconds',
          updated_at = now()
      where id = :run_id and status = 'leased';
      """;

  private static final String CHECK =
      """
      select status from workflow.workflow_run where id = :run_id;
      """;

  private final String url = SharedPostgres.createDatabase();
  private final PostgresStore store = PostgresStore.open(url, Options.defaults());
  private final List<Connection> connections = new ArrayList<>();

  @BeforeAll
  void connect() throws SQLException {
    connections.add(SharedPostgres.connect(url));
  }

  @AfterAll
  void close() throws SQLException {
    connections.getFirst().close();
    store.close();
  }

  @Test
  void a_producer_creates_a_run_once() throws SQLException {
    var created = query(CREATE);
    var again = query(CREATE);

    assertThat(created).hasSize(1);
    assertThat(again).isEmpty();
    var header = store.header(UUID.fromString(created.getFirst())).orElseThrow();
    assertThat(header.id().version()).isEqualTo(7);
    assertThat(header.workflow()).isEqualTo("content.thumbnail.v1");
    assertThat(header.input())
        .isEqualTo("{\"content_id\":\"c_123\", \"width\": 300, \"height\": 300}");
    assertThat(header.priority()).isEqualTo(100);
    assertThat(header.maxAttempts()).isEqualTo(3);
    assertThat(header.state().status()).isEqualTo(RunStatus.PENDING);
    assertThat(header.state().attempt()).isEqualTo(1);
    assertThat(header.state().runAt()).isEqualTo(header.createdAt());
  }

  @Test
  void a_worker_claims_by_prefix_and_keeps_its_lease_until_cancelled() throws SQLException {
    execute("insert into workflow.workflow_run (type, payload) values ('billingx.v1', '{}')");
    execute("insert into workflow.workflow_run (type, payload) values ('billing.pay.v1', '{}')");

    var id = query(CLAIM).getFirst();
    assertThat(execute(LEASE, id)).isEqualTo(1);
    assertThat(query(CLAIM)).isEmpty();
    assertThat(execute(HEARTBEAT, id)).isEqualTo(1);
    assertThat(execute(CANCEL, id)).isEqualTo(1);

    assertThat(query(CHECK.replace(":run_id", "'" + id + "'"))).containsExactly("cancelled");
    assertThat(execute(HEARTBEAT, id)).isZero();
    assertThat(execute(CANCEL, id)).isZero();
  }

  @Test
  void a_run_that_has_no_log_yet_is_not_claimed_by_a_node() throws SQLException {
    var workflow = Runs.WORKFLOW;
    execute("insert into workflow.workflow_run (type, priority) values ('" + workflow + "', 1)");
    var id = Runs.id();
    store.commit(List.of(Runs.due(id)));

    var claimed = store.claim(Runs.claim("node-1", 100)).runs();

    assertThat(claimed)
        .anyMatch(header -> header.id().equals(id))
        .noneMatch(header -> header.priority() == 1);
  }

  @Test
  void events_can_be_queried_one_row_each() throws SQLException {
    var id = Runs.id();
    var events =
        """
        [{"type":"StepCompleted","at":1763236800000001,"step":"charge","attempt":2,\
        "output":{"price":7.10,"note":"a\\u0000b"},"ms":12},\
        {"type":"RunParked","at":1763236800000002}]\
        """;
    store.commit(List.of(Runs.due(id)));
    store.commit(List.of(new Append(id, 2, 2, events, null, List.of())));

    var rows =
        query(
            """
            select concat_ws('|', seq, type, extract(epoch from at), step, attempt,
              data -> 'output' ->> 'price', data ->> 'ms', data -> 'type')
            from workflow.run_event where run_id = '%s' and seq > 1 order by seq
            """
                .formatted(id));

    assertThat(rows)
        .containsExactly(
            "2|StepCompleted|1763236800.000001|charge|2|7.10|12",
            "3|RunParked|1763236800.000002|1");
  }

  @Test
  void ids_made_by_the_database_are_new_and_sorted_by_time() throws SQLException {
    var ids = query("select workflow.uuid_v7() from generate_series(1, 1000)");

    assertThat(ids).doesNotHaveDuplicates().allMatch(id -> UUID.fromString(id).version() == 7);
    assertThat(UUID.fromString(ids.getFirst()).variant()).isEqualTo(2);
    assertThat(query("select workflow.uuid_v7() from pg_sleep(0.002)").getFirst())
        .isGreaterThan(ids.getLast());
  }

  private int execute(String sql, String id) throws SQLException {
    return execute(sql.replace(":run_id", "'" + id + "'").replace(":worker_id", "'worker-1'"));
  }

  private int execute(String sql) throws SQLException {
    try (var statement = connections.getFirst().createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  /** The first column of each row. */
  private List<String> query(String sql) throws SQLException {
    try (var statement = connections.getFirst().createStatement();
        var rows = statement.executeQuery(sql)) {
      List<String> found = new ArrayList<>();
      while (rows.next()) {
        found.add(String.valueOf(rows.getString(1)));
      }
      return found;
    }
  }
}
