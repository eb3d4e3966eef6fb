package dev.holdfast.server.expression;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What one evaluation may cost. The library calls back before and after every part of an
 * expression; in between it must be so that no built-in function can run for long or allocate much,
 * which is why every value it could be given is weighed here first.
 */
final class Fence {

  /** Long enough for any honest expression on a busy machine, and well under a second. */
  private static final long NANOS_MAX = 500_000_000;

  private static final int DEPTH_MAX = 200;

  /** Of one value: about the characters it has when written as JSON. */
  static final long WEIGHT_MAX = 1_000_000;

  /** Of everything that is made on the way. */
  private static final long BUDGET = 10_000_000;

  private static final ThreadLocal<@Nullable Fence> CURRENT = new ThreadLocal<>();

  /** What a list or map weighed, and how many elements it had then. */
  private record Weighed(int size, long weight) {}

  private final long deadline = System.nanoTime() + NANOS_MAX;
  private final LongSupplier millis;
  private final RandomGenerator random;
  private final IdentityHashMap<Object, Weighed> weighed = new IdentityHashMap<>();
  private long budget = BUDGET;
  private int depth;
  private int calls;

  /**
   * @param millis the time that the expression is told, if it asks
   * @param random the chance that it is given
   */
  Fence(LongSupplier millis, RandomGenerator random) {
    this.millis = millis;
    this.random = random;
  }

  /** The fence around what the calling thread evaluates. */
  static Fence current() {
    var fence = CURRENT.get();
    if (fence == null) {
      throw new IllegalStateException("nothing is being evaluated here");
    }
    return fence;
  }

  static void enter(@Nullable Fence fence) {
    if (fence == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(fence);
    }
  }

  long millis() {
    return millis.getAsLong();
  }

  RandomGenerator random() {
    return random;
  }

  void before() {
    if (++depth > DEPTH_MAX) {
      throw new ExpressionException(
          "goes deeper than %d calls: a function seems to call itself".formatted(DEPTH_MAX));
    }
    tick();
  }

  void after(@Nullable Object result) {
    depth--;
    tick();
    if (result instanceof Pattern) {
      throw new ExpressionException("has a regular expression where none can stand");
    }
    weigh(result);
  }

  /** Called often, by whatever takes time. */
  void tick() {
    if ((++calls & 15) == 0 && System.nanoTime() - deadline > 0) {
      throw new ExpressionException(
          "was still not evaluated after %d ms".formatted(NANOS_MAX / 1_000_000));
    }
  }

  /** Takes so much from what the evaluation may make. */
  void spend(long amount) {
    budget -= amount;
    if (budget < 0 || amount > WEIGHT_MAX) {
      throw new ExpressionException("makes more data than an expression may");
    }
  }

  /** About how many characters the value has as JSON, parts that occur twice counted twice. */
  long weigh(@Nullable Object value) {
    return switch (value) {
      case String text -> limited(1L + text.length());
      case List<?> list -> weighed(list, list.size(), list);
      case Map<?, ?> map -> weighed(map, map.size(), map.values());
      case null, default -> 1;
    };
  }

  private long weighed(Object whole, int size, Iterable<?> parts) {
    var known = weighed.get(whole);
    if (known != null && known.size == size) {
      return known.weight;
    }
    spend(1L + size);
    long weight = 1;
    for (var part : parts) {
      weight = limited(weight + weigh(part));
    }
    weighed.put(whole, new Weighed(size, weight));
    return weight;
  }

  private static long limited(long weight) {
    if (weight > WEIGHT_MAX) {
      throw new ExpressionException(
          "makes a value of more than %d characters".formatted(WEIGHT_MAX));
    }
    return weight;
  }
}
