package dev.holdfast;

import dev.holdfast.engine.Engine;
import dev.holdfast.engine.NewRun;
import java.lang.reflect.Type;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A registered workflow. A plain value: keep it in a field, a constant or a Spring bean.
 *
 * <pre>{@code
 * var pay = holdfast.workflow("shop.pay.v1", Order.class, Receipt.class, (wf, order) -> ...);
 * Receipt receipt = pay.start(order).join();
 * }</pre>
 */
public final class Workflow<I extends @Nullable Object, O extends @Nullable Object> {

  private final Engine engine;
  private final Values values;
  private final String name;
  private final Type inputType;
  private final Type resultType;

  Workflow(Engine engine, Values values, String name, Type inputType, Type resultType) {
    this.engine = engine;
    this.values = values;
    this.name = name;
    this.inputType = inputType;
    this.resultType = resultType;
  }

  public String name() {
    return name;
  }

  /** Starts a run. When this returns, the run is on stable storage and will not be lost. */
  public Run<O> start(I input) {
    return start(input, options -> {});
  }

  public Run<O> start(I input, Consumer<StartOptions> options) {
    var chosen = new StartOptions(engine.now());
    options.accept(chosen);
    return run(engine.submit(request(chosen, input)));
  }

  /**
   * Starts a run, advances it in the calling thread and returns its result: the quickest way when
   * you would wait for it anyway. It is as durable as any other run: should this process die,
   * another one goes on with it, and a run that waits long leaves the thread to wait for it.
   *
   * <pre>{@code
   * Receipt receipt = pay.execute(order);
   * }</pre>
   */
  public O execute(I input) {
    return execute(input, options -> {});
  }

  public O execute(I input, Consumer<StartOptions> options) {
    var chosen = new StartOptions(engine.now());
    options.accept(chosen);
    var executed = engine.execute(request(chosen, input));
    var run = run(executed.run());
    return executed.end() == null ? run.join() : run.resultOf(executed.end());
  }

  /**
   * Starts a run inside a transaction of your own on the store's database: it begins once you
   * commit, and never was when you roll back. The connection must not be in auto-commit.
   *
   * <pre>{@code
   * connection.setAutoCommit(false);
   * orders.insert(connection, order);
   * pay.enqueue(connection, order, o -> o.key(order.id()));
   * connection.commit();
   * }</pre>
   */
  public Run<O> enqueue(Connection connection, I input, Consumer<StartOptions> options)
      throws SQLException {
    var chosen = new StartOptions(engine.now());
    options.accept(chosen);
    return run(engine.enqueue(connection, request(chosen, input)));
  }

  /** A handle on a run of this workflow, from any process on the same store. */
  public Run<O> run(UUID id) {
    return new Run<>(engine, values, id, resultType, false);
  }

  /** The newest run that was started with this key. */
  public Optional<Run<O>> find(String key) {
    return engine.newest(key).map(header -> run(header.id()));
  }

  NewRun request(StartOptions options, I input) {
    return options.toRun(name, values.write(input, inputType));
  }

  /** The handle that a workflow gets on a run it has started beside itself. */
  Run<O> detached(UUID id) {
    return new Run<>(engine, values, id, resultType, true);
  }

  Type resultType() {
    return resultType;
  }

  @Override
  public String toString() {
    return "workflow " + name;
  }
}
