package dev.holdfast;

import dev.holdfast.engine.LiveRun;
import dev.holdfast.engine.Unwind;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What runs beside one thread of a workflow. It belongs to that thread: a body does not end before
 * what it began, and when it fails or is left, so does everything beside it.
 */
final class Parallel {

  private static final int KEY_CHARS_MAX = 200;

  private final LiveRun run;
  private final Scope scope;
  private final TypedSteps steps;
  private final Function<String, WorkflowContext> contexts;
  private final List<Pending<?>> begun = new ArrayList<>(0);

  /**
   * @param contexts makes the context of a scope with this prefix
   */
  Parallel(LiveRun run, Scope scope, TypedSteps steps, Function<String, WorkflowContext> contexts) {
    this.run = run;
    this.scope = scope;
    this.steps = steps;
    this.contexts = contexts;
  }

  <T extends @Nullable Object> Pending<T> async(
      String id, Type type, TypedSteps.Work<T> work, Consumer<StepOptions<T>> options) {
    var name = begin(id);
    return keep(
        new Pending<T>(
            run, name, () -> steps.execute(name, type, work, options), () -> scope.ended(id)));
  }

  <T extends @Nullable Object> Pending<T> branch(String id, RunBody<T> body) {
    var name = begin(id);
    return keep(new Pending<T>(run, name, () -> inScope(name + "/", body), () -> scope.ended(id)));
  }

  <T extends @Nullable Object> T race(String name, List<Pending<? extends T>> branches) {
    if (branches.isEmpty()) {
      throw new HoldfastException("A race needs somebody to win it.");
    }
    var names = branches.stream().map(Pending::name).toList();
    int winner =
        run.facts()
            .race(
                name,
                names,
                () -> {
                  run.await("", null, () -> branches.stream().anyMatch(Pending::isDone));
                  return firstDone(branches);
                });
    for (int i = 0; i < branches.size(); i++) {
      if (i != winner) {
        branches.get(i).cancel();
      }
    }
    return branches.get(winner).join();
  }

  <I, T extends @Nullable Object> List<T> map(
      String id,
      Collection<I> items,
      Function<? super I, ?> keyOf,
      ItemBody<I, T> body,
      Consumer<MapOptions> options) {
    var chosen = new MapOptions();
    options.accept(chosen);
    var keys = keysOf(id, items, keyOf);
    var name = begin(id);
    var active = new AtomicInteger();
    List<Pending<T>> branches = new ArrayList<>(items.size());
    try {
      for (I item : items) {
        // One thread for each item in work, none for those that wait for their turn.
        run.await("", null, () -> active.get() < chosen.concurrency() || anyFailed(branches));
        if (anyFailed(branches)) {
          break;
        }
        active.incrementAndGet();
        var itemName = name + "[" + keys.get(branches.size()) + "]";
        branches.add(
            keep(
                new Pending<T>(
                    run,
                    itemName,
                    () -> inScope(itemName + "/", inner -> body.run(inner, item)),
                    active::decrementAndGet)));
      }
      Pending.awaitAll(run, branches);
      return results(branches);
    } finally {
      scope.ended(id);
    }
  }

  /** Waits for what nobody has waited for. */
  void finish() {
    var open = begun.stream().filter(branch -> !branch.isAwaited()).toList();
    if (!open.isEmpty()) {
      Pending.awaitAll(run, open);
    }
    awaitEnd();
  }

  /** Stops everything, unless the run only leaves memory, which its branches do by themselves. */
  void abandon(Throwable why) {
    if (begun.isEmpty() || (why instanceof Unwind unwind && !unwind.forGood())) {
      return;
    }
    boolean allLeave =
        why instanceof Unwind unwind && unwind.reason() != Unwind.Reason.BRANCH_CANCELLED;
    if (!allLeave) {
      begun.forEach(Pending::cancel);
    }
    awaitEnd();
  }

  private void awaitEnd() {
    if (!begun.isEmpty()) {
      run.shielded(() -> run.await("", null, () -> begun.stream().allMatch(Pending::isDone)));
    }
  }

  private <T extends @Nullable Object> T inScope(String prefix, RunBody<T> body) throws Exception {
    var inner = contexts.apply(prefix);
    return inBody(inner, body);
  }

  /** Runs a body so that nothing of it is left behind, however it ends. */
  static <T extends @Nullable Object> T inBody(WorkflowContext context, RunBody<T> body)
      throws Exception {
    try {
      T result = body.run(context);
      context.finish();
      return result;
    } catch (Throwable left) {
      context.abandon(left);
      throw left;
    }
  }

  private String begin(String id) {
    var name = scope.begin(id);
    run.ask(name);
    return name;
  }

  private <T extends @Nullable Object> Pending<T> keep(Pending<T> pending) {
    begun.add(pending);
    return pending;
  }

  private static int firstDone(List<? extends Pending<?>> branches) {
    for (int i = 0; i < branches.size(); i++) {
      if (branches.get(i).isDone()) {
        return i;
      }
    }
    throw new IllegalStateException("nobody is done");
  }

  private static boolean anyFailed(List<? extends Pending<?>> branches) {
    return branches.stream().anyMatch(Pending::hasFailed);
  }

  private static <T extends @Nullable Object> List<T> results(List<Pending<T>> branches) {
    List<T> results = new ArrayList<>(branches.size());
    for (var branch : branches) {
      results.add(branch.join());
    }
    return results;
  }

  private static <I> List<String> keysOf(
      String id, Collection<I> items, Function<? super I, ?> keyOf) {
    List<String> keys = new ArrayList<>(items.size());
    var seen = new HashSet<String>();
    for (I item : items) {
      var key = encoded(String.valueOf(keyOf.apply(item)));
      if (key.length() > KEY_CHARS_MAX) {
        throw new HoldfastException(
            "The key '%s…' of an item of '%s' is longer than %d characters."
                .formatted(key.substring(0, 40), id, KEY_CHARS_MAX));
      }
      if (!seen.add(key)) {
        throw new HoldfastException(
            "Two items of '%s' have the key '%s', so after a restart nobody could tell which is"
                    .formatted(id, key)
                + " which. Give each item its own key.");
      }
      keys.add(key);
    }
    return keys;
  }

  /** Characters that have a meaning of their own in step names are written as %XX. */
  private static String encoded(String key) {
    var text = new StringBuilder(key.length());
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      if ("/#[]%~".indexOf(c) >= 0 || Character.isISOControl(c)) {
        text.append("%%%02X".formatted((int) c));
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }
}
