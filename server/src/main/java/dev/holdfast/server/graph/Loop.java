package dev.holdfast.server.graph;

import dev.holdfast.StepFailedException;
import dev.holdfast.engine.LiveRun;
import dev.holdfast.graph.StepDefinition;
import dev.holdfast.log.Failure;
import dev.holdfast.log.Json;
import dev.holdfast.server.expression.ExpressionException;
import dev.holdfast.server.expression.Templates;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A {@code foreach}: does its steps with every item, each item in a scope of its own that is named
 * by its key. Items and keys are recorded when it begins.
 */
final class Loop {

  private static final String KIND = "foreach";
  private static final int ITEMS_MAX = 10_000;
  private static final int KEY_CHARS_MAX = 200;

  private final GraphRun run;
  private final LiveRun live;
  private final Kit kit;
  private final StepTypes types;

  Loop(GraphRun run, Kit kit, StepTypes types) {
    this.run = run;
    this.live = run.live();
    this.kit = kit;
    this.types = types;
  }

  Json execute(Scope scope, StepDefinition step) {
    var name = scope.nameOf(step);
    var known = live.replayed().steps().get(name);
    var skipped = live.facts().skipWanted(name);
    if (skipped != null) {
      return skipped;
    }
    var begun =
        known != null && known.input() != null
            ? known.input()
            : types.evaluated(name, KIND, () -> items(scope, step));
    var scopes = scopes(scope, step, live.facts().begin(name, KIND, () -> begun));
    try {
      walk(step, scopes);
      List<@Nullable Object> results = new ArrayList<>();
      for (var item : scopes) {
        results.add(resultOf(item, step));
      }
      var output = Values.json(results);
      live.facts().complete(name, output);
      return output;
    } catch (StepFailedException inner) {
      throw failed(name, inner.step() + ": " + inner.failure().message());
    } catch (ExpressionException e) {
      throw failed(name, String.valueOf(e.getMessage()));
    }
  }

  /** The scope of each item of a loop that has begun. */
  List<Scope> scopes(Scope outer, StepDefinition step, Json begun) {
    var given = Values.tree(begun);
    List<Scope> scopes = new ArrayList<>();
    for (int i = 0; i < given.path("items").size(); i++) {
      var prefix = "%s[%s]/".formatted(outer.nameOf(step), given.path("keys").get(i).asString());
      scopes.add(
          new Scope(
              Objects.requireNonNull(step.block()),
              prefix,
              outer,
              step,
              Values.plain(given.path("items").get(i)),
              i));
    }
    return scopes;
  }

  private void walk(StepDefinition step, List<Scope> scopes) {
    int parallel = parallel(step.config());
    if (parallel == 1) {
      scopes.forEach(item -> new BlockWalk(run, item).run());
      return;
    }
    var branches = new Branches(live);
    try {
      for (var item : scopes) {
        branches.awaitFewerThan(parallel);
        if (branches.failure() != null) {
          break;
        }
        var name = item.prefix().substring(0, item.prefix().length() - 1);
        branches.begin(name, () -> new BlockWalk(run, item).run());
      }
      branches.awaitFewerThan(1);
      rethrow(branches);
    } catch (Throwable left) {
      branches.abandon(left);
      throw left;
    }
  }

  private static void rethrow(Branches branches) {
    switch (branches.failure()) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }

  private Json items(Scope scope, StepDefinition step) {
    var given = run.roots().before(scope, step);
    var items = kit.templates().fill(step.config().get("items"), given);
    // JSONata makes no difference between one value and a list of one.
    List<?> list =
        items == null ? List.of() : items instanceof List<?> many ? many : List.of(items);
    if (list.size() > ITEMS_MAX) {
      throw new ExpressionException(
          "has %d items, and a foreach takes at most %d".formatted(list.size(), ITEMS_MAX));
    }
    var key = step.config().get("key");
    List<String> keys = new ArrayList<>(list.size());
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < list.size(); i++) {
      Map<String, @Nullable Object> root = new LinkedHashMap<>(given.root());
      root.put("item", list.get(i));
      root.put("index", i);
      var with = new Templates.Given(root, given.millis(), given.random());
      var text = key == null ? String.valueOf(i) : shown(kit.templates().fill(key, with), i);
      if (!seen.add(text)) {
        throw new ExpressionException(
            "has two items with the key '%s': give each its own".formatted(text));
      }
      keys.add(text);
    }
    Map<String, Object> begun = new LinkedHashMap<>();
    begun.put("items", list);
    begun.put("keys", keys);
    return Values.json(begun);
  }

  private static String shown(@Nullable Object key, int index) {
    if (key == null || key instanceof List || key instanceof Map) {
      throw new ExpressionException("has no key that is a text or a number at item " + index);
    }
    var text = encoded(String.valueOf(key));
    if (text.isEmpty() || text.length() > KEY_CHARS_MAX) {
      throw new ExpressionException(
          "has a key that is empty or longer than %d characters at item %d"
              .formatted(KEY_CHARS_MAX, index));
    }
    return text;
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

  /** What {@code config.output} says, or what the last step results in. */
  private @Nullable Object resultOf(Scope item, StepDefinition step) {
    var output = step.config().get("output");
    if (output != null) {
      return kit.templates().fill(output, run.roots().atEnd(item));
    }
    var last = run.recorded(item.nameOf(item.block().steps().getLast()));
    return last == null ? null : last.output();
  }

  private StepFailedException failed(String name, String message) {
    var failure = new Failure(StepError.class.getName(), message, null);
    live.facts().fail(name, failure);
    return new StepFailedException(name, failure, null);
  }

  private static int parallel(JsonNode config) {
    var given = config.get("max_parallel");
    return given == null || !given.isInt() ? 1 : given.intValue();
  }
}
