package dev.holdfast.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dbos.transact.DBOS;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Workflow;

/** DBOS Transact for Java, as its guide has it, with more connections than it takes by default. */
final class DbosPeer implements Peer {

  private static final int CONNECTIONS = 20;

  /** DBOS finds its workflows by the methods of an interface. */
  public interface Steps {
    int run(int steps, int number);
  }

  /** What the interface does. */
  public static final class Sum implements Steps {
    private final DBOS dbos;
    private final TimedRuns runs;

    Sum(DBOS dbos, TimedRuns runs) {
      this.dbos = dbos;
      this.runs = runs;
    }

    @Override
    @Workflow(name = "run")
    public int run(int steps, int number) {
      return runs.add(
          steps, number, value -> dbos.<Integer, RuntimeException>runStep(() -> value, "step"));
    }
  }

  private final HikariDataSource connections;
  private final DBOS dbos;
  private final Steps workflow;
  private final TimedRuns runs = new TimedRuns();

  DbosPeer(String jdbcUrl) {
    var pool = new HikariConfig();
    pool.setJdbcUrl(jdbcUrl);
    pool.setMaximumPoolSize(CONNECTIONS);
    this.connections = new HikariDataSource(pool);
    this.dbos = new DBOS(DBOSConfig.defaults("bench").withDataSource(connections));
    this.workflow = dbos.registerProxy(Steps.class, new Sum(dbos, runs));
    dbos.launch();
  }

  @Override
  public String name() {
    return "DBOS " + DBOS.version();
  }

  @Override
  public boolean hasSteps() {
    return true;
  }

  @Override
  public void run(int steps, Timings each) {
    runs.run(
        steps,
        each,
        number ->
            dbos.<Integer, RuntimeException>startWorkflow(() -> workflow.run(steps, number))
                .getResult());
  }

  @Override
  public void close() {
    dbos.shutdown();
    connections.close();
  }
}
