package dev.holdfast.server.graph;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import dev.holdfast.Holdfast;
import dev.holdfast.engine.Engine;
import dev.holdfast.engine.NewRun;
import dev.holdfast.graph.Definition;
import dev.holdfast.graph.DefinitionReader;
import dev.holdfast.graph.Mistake;
import dev.holdfast.graph.StepView;
import dev.holdfast.graph.StepViews;
import dev.holdfast.log.Json;
import dev.holdfast.log.RunState;
import dev.holdfast.store.Header;
import dev.holdfast.store.OrderRow;
import dev.holdfast.store.Store;
import dev.holdfast.store.WorkflowRow;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Workflows that are defined as JSON: stores definitions, starts runs of them, and lets this node
 * execute such runs.
 *
 * <pre>{@code
 * var graphs = Graphs.on(holdfast, GraphOptions.defaults())
 *     .action("reserve_stock", (db, order, step) -> stock.reserve(db, order));
 * holdfast.start();
 * var workflow = graphs.create(json);
 * var run = graphs.start(workflow, GraphStart.empty());
 * }</pre>
 */
public final class Graphs {

  /** The workflow name of all graph runs; which definition they run is said by its id. */
  public static final String WORKFLOW = "graph";

  /** How many digits an amount may have: as many as every store keeps exactly. */
  private static final int AMOUNT_DIGITS_MAX = 15;

  private final Engine engine;
  private final Store store;
  private final TimeBasedEpochGenerator ids = Generators.timeBasedEpochGenerator();
  private final Map<String, GraphAction> actions = new ConcurrentHashMap<>();
  private final Interpreter interpreter;

  private Graphs(Engine engine, GraphOptions options) {
    this.engine = engine;
    this.store = engine.store();
    actions.putAll(new DemoActions(store.orders()).all());
    this.interpreter = new Interpreter(new Kit(engine, engine.clock(), options, actions));
  }

  /** Lets this node execute graph runs. To be called before it is started. */
  public static Graphs on(Holdfast holdfast, GraphOptions options) {
    var graphs = new Graphs(holdfast.engine(), options);
    holdfast.engine().register(WORKFLOW, graphs.interpreter);
    return graphs;
  }

  /** Gives tasks something to do: {@code "config": {"action": name}}. */
  public Graphs action(String name, GraphAction action) {
    actions.put(name, action);
    return this;
  }

  /**
   * Stores a definition as the newest version of its name.
   *
   * @throws InvalidDefinition when it cannot be accepted; nothing was stored
   */
  public WorkflowRow create(String json) {
    var read = DefinitionReader.read(json);
    var definition = read.definition();
    if (definition == null) {
      throw new InvalidDefinition(read.mistakes());
    }
    return store.workflows().add(ids.generate(), definition.name(), json, engine.now());
  }

  /**
   * Starts a run. When this returns, the run is on stable storage and will not be lost.
   *
   * @throws UnknownOrder when there is no such order
   * @throws dev.holdfast.engine.OrderBusyException when the order has a run that has not ended
   * @throws InvalidInput when the input does not fit the workflow's schema
   * @throws dev.holdfast.KeyTakenException when the key belongs to a run of something else
   */
  public UUID start(WorkflowRow workflow, GraphStart start) {
    var order = start.orderId();
    if (order != null && store.orders().find(order).isEmpty()) {
      throw new UnknownOrder(order);
    }
    var json = new Json(workflow.definition());
    var definition = interpreter.definition(json);
    var timeout = definition.timeout();
    var from = start.runAt() == null ? engine.now() : start.runAt();
    return engine.submit(
        new NewRun(
            WORKFLOW,
            start.input(),
            start.key(),
            start.priority(),
            start.runAt(),
            null,
            null,
            workflow.id(),
            order,
            Header.DEFAULT_NAMESPACE,
            json,
            start.headers(),
            timeout == null ? null : from.plus(timeout)));
  }

  public Optional<OrderRow> order(String id) {
    return store.orders().find(id);
  }

  /**
   * Creates an order for the demonstration.
   *
   * @throws InvalidInput when the amount has more digits than can be kept
   */
  public OrderRow createOrder(BigDecimal amount) {
    if (amount.stripTrailingZeros().precision() > AMOUNT_DIGITS_MAX
        || Math.abs(amount.scale()) > AMOUNT_DIGITS_MAX) {
      throw new InvalidInput(
          List.of(
              new Mistake("/amount", "has too many digits", "use at most " + AMOUNT_DIGITS_MAX)));
    }
    return store.orders().add(ids.generate().toString(), amount, engine.now());
  }

  /** The definition that a run was started with. */
  public Definition definitionOf(RunState run) {
    return interpreter.definitionOf(run);
  }

  /** The steps of a run in the order of execution, and where each of them is. */
  public List<StepView> steps(RunState run) {
    return StepViews.of(run, definitionOf(run));
  }
}
