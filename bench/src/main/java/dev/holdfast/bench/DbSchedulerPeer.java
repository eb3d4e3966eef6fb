package dev.holdfast.bench;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** db-scheduler: jobs without steps, executed at once where a thread is free. */
final class DbSchedulerPeer implements Peer {

  private static final int THREADS = 50;
  private static final String TABLE =
      "CREATE TABLE scheduled_tasks (task_name text NOT NULL, task_instance text NOT NULL,"
          + " task_data bytea, execution_time timestamptz NOT NULL, picked boolean NOT NULL,"
          + " picked_by text, last_success timestamptz, last_failure timestamptz,"
          + " consecutive_failures int, last_heartbeat timestamptz, version bigint NOT NULL,"
          + " priority smallint, PRIMARY KEY (task_name, task_instance));"
          + "CREATE INDEX ON scheduled_tasks (execution_time);"
          + "CREATE INDEX ON scheduled_tasks (last_heartbeat)";

  private final HikariDataSource connections;
  private final Scheduler scheduler;
  private final OneTimeTask<Integer> task;
  private final ConcurrentHashMap<Integer, CountDownLatch> waiting = new ConcurrentHashMap<>();
  private final AtomicInteger runs = new AtomicInteger();

  DbSchedulerPeer(String jdbcUrl) throws SQLException {
    var pool = new HikariConfig();
    pool.setJdbcUrl(jdbcUrl);
    pool.setMaximumPoolSize(20);
    this.connections = new HikariDataSource(pool);
    try (var connection = connections.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(TABLE);
    }
    this.task =
        Tasks.oneTime("job", Integer.class)
            .execute((instance, context) -> done(instance.getData()));
    this.scheduler =
        Scheduler.create(connections, task)
            .threads(THREADS)
            .pollUsingLockAndFetch(0.5, 4.0)
            .pollingInterval(Duration.ofMillis(100))
            .enableImmediateExecution()
            .build();
    scheduler.start();
  }

  @Override
  public String name() {
    return "db-scheduler";
  }

  @Override
  public boolean hasSteps() {
    return false;
  }

  @Override
  public void run(int steps, Timings each) {
    int number = runs.incrementAndGet();
    var done = new CountDownLatch(1);
    waiting.put(number, done);
    scheduler.schedule(task.instance("job-" + number, number), Instant.now());
    try {
      done.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    scheduler.stop();
    connections.close();
  }

  private void done(int number) {
    var latch = waiting.remove(number);
    if (latch != null) {
      latch.countDown();
    }
  }
}
