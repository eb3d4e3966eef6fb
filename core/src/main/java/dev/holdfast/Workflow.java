package dev.holdfast;

import dev.holdfast.engine.Engine;
import java.lang.reflect.Type;
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
    var id = engine.submit(chosen.toRun(name, values.write(input, inputType)));
    return new Run<>(engine, values, id, resultType);
  }

  @Override
  public String toString() {
    return "workflow " + name;
  }
}
