package dev.holdfast.server.graph;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import dev.holdfast.Holdfast;
import dev.holdfast.engine.Engine;
import dev.holdfast.engine.NewRun;
import dev.holdfast.graph.Definition;
import dev.holdfast.graph.Mistake;
import dev.holdfast.graph.StepView;
import dev.holdfast.graph.StepViews;
import dev.holdfast.log.Json;
import dev.holdfast.log.RunState;
import dev.holdfast.server.expression.Templates;
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
import org.jspecify.annotations.Nullable;

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

  /** Where the JSON Schema of definitions is on the class path. */
  public static final String SCHEMA_RESOURCE = "/dev/holdfast/server/graph/workflow.json";

  /** How many digits an amount may have: as many as every store keeps exactly. */
  private static final int AMOUNT_DIGITS_MAX = 15;

  private final Engine engine;
  private final Store store;
  private final TimeBasedEpochGenerator ids = Generators.timeBasedEpochGenerator();
  private final Map<String, GraphAction> actions = new ConcurrentHashMap<>();
  private final Definitions definitions;
  private final InputCheck inputs;
  private final Approvals approvals;
  private final Operator operator;
  private final Interpreter interpreter;

  private Graphs(Engine engine, GraphOptions options) {
    this.engine = engine;
    this.store = engine.store();
    actions.putAll(new DemoActions(store.orders()).all());
    var templates = new Templates();
    this.definitions = new Definitions();
    this.inputs = new InputCheck(definitions::of);
    this.approvals = new Approvals(store::secret);
    this.operator = new Operator(engine, definitions);
    this.interpreter =
        new Interpreter(
            new Kit(
                engine,
                engine.clock(),
                options,
                actions,
                templates,
                new Requests(options),
                new Children(engine, templates, inputs),
                approvals),
            definitions);
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
    var name = check(json).name();
    return store.workflows().add(ids.generate(), name, json, engine.now());
  }

  /**
   * Reads a definition and stores nothing.
   *
   * @throws InvalidDefinition when it would not be accepted
   */
  public Definition check(String json) {
    return DefinitionCheck.accept(json);
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
    var mistakes = inputs.check(workflow, start.input());
    if (!mistakes.isEmpty()) {
      throw new InvalidInput(mistakes);
    }
    var json = definitions.with(start.retry(), new Json(workflow.definition()));
    var timeout = definitions.of(json).timeout();
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

  /** Asks for a run to be cancelled; false when it has ended. */
  public boolean cancel(UUID run, String reason) {
    return engine.cancel(run, reason);
  }

  /**
   * Runs a failed or cancelled run again from the step that failed, as a new run; asked twice, it
   * is the same one.
   *
   * @throws IllegalStateException when it has not failed
   */
  public UUID retry(UUID run) {
    return engine.retry(run);
  }

  /** Sends a message to a run; false when it has ended. An id that was sent before is dropped. */
  public boolean signal(UUID run, String name, Json value, @Nullable String id) {
    return engine.signal(run, name, value, id);
  }

  /**
   * Decides about a step that waits for an approval.
   *
   * @param step its name; null means the only one that waits
   * @throws IllegalStateException when it does not wait, or somebody has decided already
   */
  public void approve(
      UUID run,
      @Nullable String step,
      boolean approved,
      @Nullable String by,
      @Nullable String comment) {
    operator.approve(run, step, approved, by, comment);
  }

  Operator operator() {
    return operator;
  }

  /** What the link to an approval must carry. It stands in no log. */
  public String approvalToken(UUID run, String step) {
    return approvals.token(run, step);
  }

  public boolean isApprovalToken(UUID run, String step, String token) {
    return approvals.isToken(run, step, token);
  }

  /**
   * Makes a new run that executes a step, and what depends on it, once more. The old run is left
   * alone.
   *
   * @param input instead of the run's own; null keeps that
   * @param stepInput what the step is given instead of what its expressions say; null leaves that
   * @param key of the new run
   * @throws IllegalArgumentException when there is no such step
   */
  public UUID fork(
      UUID run, String step, @Nullable Json input, @Nullable Json stepInput, @Nullable String key) {
    return operator.fork(run, step, input, stepInput, key);
  }

  /**
   * Goes on without a step, as if it had resulted in this value: in the run itself if it is live,
   * else in a new one. What a live step is doing is not interrupted: a wait ends at once, an
   * attempt is the last.
   *
   * @return the run in which it goes on
   * @throws IllegalArgumentException when there is no such step
   * @throws IllegalStateException when the step is done, or the run has completed
   */
  public UUID skip(UUID run, String step, @Nullable Json value) {
    return operator.skip(run, step, value);
  }

  /**
   * Tries a step again: now instead of later in a live run, else in a new one, together with what
   * depends on it.
   *
   * @return the run in which it goes on
   */
  public UUID retryStep(UUID run, String step) {
    return operator.retryStep(run, step);
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
    return definitions.of(run.created().definition());
  }

  /** The steps of a run in the order of execution, and where each of them is. */
  public List<StepView> steps(RunState run) {
    return StepViews.of(run, definitionOf(run));
  }
}
