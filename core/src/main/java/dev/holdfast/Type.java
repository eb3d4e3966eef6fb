package dev.holdfast;

import java.lang.reflect.ParameterizedType;
import org.jspecify.annotations.Nullable;

/**
 * A generic type as a value, for results that a lambda cannot tell by itself.
 *
 * <pre>{@code
 * List<Order> orders = wf.step("load", new Type<List<Order>>() {}, () -> store.orders());
 * }</pre>
 */
public abstract class Type<T extends @Nullable Object> {

  private final java.lang.reflect.Type value;

  protected Type() {
    if (!(getClass().getGenericSuperclass() instanceof ParameterizedType self)) {
      throw new IllegalArgumentException("write new Type<List<Order>>() {} with the type inside");
    }
    this.value = self.getActualTypeArguments()[0];
  }

  final java.lang.reflect.Type value() {
    return value;
  }

  @Override
  public final String toString() {
    return value.getTypeName();
  }
}
