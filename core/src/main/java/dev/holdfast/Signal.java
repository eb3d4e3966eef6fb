package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * A kind of message that a run can wait for: a name and the type of what it carries.
 *
 * <pre>{@code
 * static final Signal<Approval> APPROVED = Signal.of("approved", Approval.class);
 *
 * var approval = wf.await(APPROVED);                 // in the workflow
 * run.signal(APPROVED, new Approval("ann"));         // from anywhere
 * }</pre>
 */
@SuppressWarnings("UnusedTypeParameter") // It ties what is sent to what is awaited.
public final class Signal<T extends @Nullable Object> {

  private final String name;
  private final java.lang.reflect.Type type;

  private Signal(String name, java.lang.reflect.Type type) {
    Scope.check(name);
    this.name = name;
    this.type = type;
  }

  public static <T extends @Nullable Object> Signal<T> of(String name, Class<T> type) {
    return new Signal<>(name, type);
  }

  public static <T extends @Nullable Object> Signal<T> of(String name, Type<T> type) {
    return new Signal<>(name, type.value());
  }

  public String name() {
    return name;
  }

  java.lang.reflect.Type type() {
    return type;
  }

  @Override
  public String toString() {
    return "signal " + name;
  }
}
