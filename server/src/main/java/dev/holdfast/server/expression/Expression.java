package dev.holdfast.server.expression;

import com.dashjoin.jsonata.JException;
import com.dashjoin.jsonata.Jsonata;
import com.dashjoin.jsonata.Jsonata.EntryCallback;
import com.dashjoin.jsonata.Jsonata.ExitCallback;
import com.dashjoin.jsonata.Jsonata.JFunction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A JSONata expression that was read once and can be evaluated by many threads. */
public final class Expression {

  public static final int CHARS_MAX = 8_000;
  public static final int NESTING_MAX = 100;

  private static final Map<String, JFunction> FUNCTIONS = new LinkedHashMap<>();

  static {
    FUNCTIONS.putAll(TextFunctions.all());
    FUNCTIONS.putAll(PureFunctions.all());
  }

  /** The types that a function says it takes become a pattern that anybody could make slow. */
  private static final Pattern SIGNATURE =
      Pattern.compile("(?:function|\u03bb)\\s*+\\([^()]*+\\)\\s*+<");

  private final String text;
  private final Jsonata jsonata;

  private Expression(String text, Jsonata jsonata) {
    this.text = text;
    this.jsonata = jsonata;
  }

  /**
   * Reads an expression.
   *
   * @throws ExpressionException when it cannot be read
   */
  public static Expression of(String text) {
    refuseStrange(text);
    try {
      var jsonata = Jsonata.jsonata(RegexLiterals.replaced(text));
      jsonata.setValidateInput(false);
      FUNCTIONS.forEach(jsonata::registerFunction);
      EntryCallback before = (part, input, frame) -> Fence.current().before();
      ExitCallback after = (part, input, frame, result) -> Fence.current().after(result);
      jsonata.assign("__evaluate_entry", before);
      jsonata.assign("__evaluate_exit", after);
      return new Expression(text, jsonata);
    } catch (ExpressionException e) {
      throw e;
    } catch (JException e) {
      throw new ExpressionException("cannot be read: " + e.getMessage());
    } catch (RuntimeException e) {
      throw new ExpressionException("cannot be read: " + e);
    } catch (StackOverflowError e) {
      throw new ExpressionException("is nested too deeply");
    }
  }

  /**
   * Evaluates the expression; nothing at all is null.
   *
   * @param root what names at the beginning of a path stand for; maps, lists, texts, numbers
   * @param millis what {@code $now()} and {@code $millis()} say; asked only if they are called
   * @param random what {@code $random()} and {@code $shuffle()} draw from
   * @throws ExpressionException when it fails, or costs more than it may
   */
  public @Nullable Object evaluate(
      Map<String, ? extends @Nullable Object> root, LongSupplier millis, RandomGenerator random) {
    Fence.enter(new Fence(millis, random));
    try {
      // A frame of its own: without one, all threads would share the library's.
      return clean(jsonata.evaluate(root, jsonata.createFrame()));
    } catch (StackOverflowError e) {
      throw new ExpressionException("is nested too deeply, or calls itself without end");
    } catch (OutOfMemoryError e) {
      throw new ExpressionException("needs more memory than there is");
    } catch (ExpressionException e) {
      throw e;
    } catch (RuntimeException e) {
      throw failure(e);
    } finally {
      Fence.enter(null);
    }
  }

  @Override
  public String toString() {
    return text;
  }

  private static void refuseStrange(String text) {
    if (text.isBlank()) {
      throw new ExpressionException("is empty");
    }
    if (text.length() > CHARS_MAX) {
      throw new ExpressionException("is longer than %d characters".formatted(CHARS_MAX));
    }
    if (text.contains("$__")) {
      throw new ExpressionException("uses a name that begins with '$__'");
    }
    if (SIGNATURE.matcher(text).find()) {
      throw new ExpressionException("declares the types of a function: leave them away");
    }
    int open = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      open += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
      if (open > NESTING_MAX) {
        throw new ExpressionException("has more than %d open brackets".formatted(NESTING_MAX));
      }
    }
  }

  private static ExpressionException failure(RuntimeException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof ExpressionException ours) {
        return ours;
      }
      if (cause instanceof StackOverflowError) {
        return new ExpressionException("is nested too deeply, or calls itself without end");
      }
      if (cause instanceof Error error) {
        // Whoever was asked for the time wants to be left, and the library has wrapped that.
        throw error;
      }
    }
    return new ExpressionException(
        "cannot be evaluated: " + (e instanceof JException ? e.getMessage() : e.toString()));
  }

  /** Plain maps and lists, which nothing of the library's hangs on. */
  private static @Nullable Object clean(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case String text -> text;
      case Boolean bool -> bool;
      case Double number when number.isNaN() || number.isInfinite() ->
          throw new ExpressionException("results in a number that JSON cannot say");
      case Number number -> number;
      case List<?> list -> {
        List<@Nullable Object> copy = new ArrayList<>(list.size());
        list.forEach(element -> copy.add(clean(element)));
        yield copy;
      }
      case Map<?, ?> map -> {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        map.forEach((key, element) -> copy.put(String.valueOf(key), clean(element)));
        yield copy;
      }
      default -> throw new ExpressionException("results in a function, not in a value");
    };
  }
}
