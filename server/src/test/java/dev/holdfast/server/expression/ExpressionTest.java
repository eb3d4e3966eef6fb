package dev.holdfast.server.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What expressions can do, and what they are kept from doing. */
class ExpressionTest {

  private static final long NOW = 1_767_323_045_006L;

  private static final Map<String, Object> ROOT =
      Map.of(
          "input",
          new LinkedHashMap<>(
              Map.of(
                  "id",
                  "o-1",
                  "amount",
                  120,
                  "items",
                  new ArrayList<>(
                      List.of(
                          Map.of("sku", "a", "price", 50), Map.of("sku", "b", "price", 150))))));

  @Test
  void a_path_finds_a_value_of_its_type() {
    assertThat(value("input.amount")).isEqualTo(120);
    assertThat(value("input.items[price > 100].sku")).isEqualTo("b");
    assertThat(value("input.items.price")).isEqualTo(List.of(50, 150));
    assertThat(value("$count(input.items) > 1")).isEqualTo(true);
    assertThat(value("{\"total\": $sum(input.items.price)}")).isEqualTo(Map.of("total", 200));
    assertThat(value("input.nothing")).isNull();
    assertThat(value("null")).isNull();
  }

  @Test
  void regular_expressions_work() {
    assertThat(value("$contains(input.id, /^o-[0-9]+$/)")).isEqualTo(true);
    assertThat(value("$replace('a1b22', /[0-9]+/, '<$0>')")).isEqualTo("a<1>b<22>");
    assertThat(value("$replace('ab', /(a)(b)/, '$2$1$$')")).isEqualTo("ba$");
    assertThat(value("$replace('John', /j/i, function($m) { $uppercase($m.match) })"))
        .isEqualTo("John");
    assertThat(value("$split('a, b;c', /[,;] ?/)")).isEqualTo(List.of("a", "b", "c"));
    assertThat(value("$match('a1b2', /[a-z]([0-9])/).groups")).isEqualTo(List.of("1", "2"));
    assertThat(value("$split('a/b', '/')")).isEqualTo(List.of("a", "b"));
    assertThat(value("input.amount / 2 / 3")).isEqualTo(20);
    assertThat(value("$contains('/', /\\//)")).isEqualTo(true);
    assertThat(value("('a' in ['a']) and $contains('b', /b/)")).isEqualTo(true);
  }

  @Test
  void time_and_chance_are_what_they_were() {
    assertThat(value("$millis()")).isEqualTo(NOW);
    assertThat(value("$now()")).isEqualTo("2026-01-02T03:04:05.006Z");
    assertThat(value("$now('[Y0001]')")).isEqualTo("2026");
    assertThat(value("[$random(), $random()]")).isEqualTo(value("[$random(), $random()]"));
    assertThat(value("$shuffle([1..20])")).isEqualTo(value("$shuffle([1..20])"));
    assertThat(value("$toMillis('2026-01-02T03:04:05.006Z')")).isEqualTo(NOW);
    assertThat(value("$toMillis('2026-01-02', '[Y0001]-[M01]-[D01]')"))
        .isEqualTo(1_767_312_000_000L);
  }

  @Test
  void eval_is_switched_off() {
    assertFails("$eval('1 + 1')", "$eval");
    assertFails("($e := $eval; $e('1'))", "$eval");
  }

  @ParameterizedTest
  @Timeout(10)
  @ValueSource(
      strings = {
        "($f := function($n) { $f($n + 1) }; $f(0))",
        "($f := function($n) { 1 + $f($n + 1) }; $f(0))",
        "($f := function($n) { [$f($n), $f($n)] }; $f(0))",
        "$map([1..1000], function($a) { $map([1..1000], function($b) { $a * $b }) })",
        "$reduce([1..60], function($a, $i) { $a & $a }, 'x')",
        "$reduce([1..60], function($a, $i) { [$a, $a] }, 'x')",
        "$string($reduce([1..60], function($a, $i) { [$a, $a] }, 'x'))",
        "$distinct([$reduce([1..19], function($a, $i) { [$a, $a] }, 'x')])[$reduce("
            + "[1..60], function($a, $i) { [$a, $a] }, 'x') = 1]",
        "$pad('a', 100000)",
        "$pad('a', -200000000)",
        "[1..10000000]",
        "$count([1..9999999])",
        "$join([1..100000].('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'))",
        "$match($pad('a', 5000, 'a') & 'b', /(a+)+$/)",
        "$contains($pad('a', 5000, 'a') & 'b', /(a|aa)+$/)",
        "$replace($pad('a', 5000, 'a') & 'b', /(a*)*c/, 'x')",
        "$split($pad('a', 5000, 'a') & 'b', /(a|a|b)+c/)",
        "/(a+)+$/($pad('a', 5000, 'a') & 'b')",
        "($r := /(a+)+$/; $r($pad('a', 5000, 'a') & 'b'))",
        "$replace($pad('a', 9000, 'a'), 'a', $pad('b', 9000))",
        "$toMillis('11111111111111111111111111x', '[Y][M][D][H][m][s][f][Y][M][D][H][m][s]')",
        "function($a)<s+s+s+s+s+s:s>{$a}('1','1','1','1','1',1)",
        "($__evaluate_entry := null; $f := function($n) { $f($n) }; $f(0))",
        "($s := $pad('', 10000, 'abc'); [1..1000].($s & $))"
      })
  void what_would_run_for_ever_or_fill_the_memory_fails_soon(String expression) {
    assertThatThrownBy(() -> value(expression)).isInstanceOf(ExpressionException.class);
  }

  @Test
  void what_is_too_long_or_too_deep_is_refused_before_it_is_read() {
    assertFails("1" + "+1".repeat(5_000), "longer than");
    assertFails("(".repeat(2_000) + "1" + ")".repeat(2_000), "open brackets");
    assertFails("-".repeat(7_000) + "1", "");
    assertFails("[" + "1,".repeat(3_000) + "1", "cannot be read");
    assertFails("", "empty");
    assertFails("a.(", "cannot be read");
  }

  @Test
  void java_is_out_of_reach() {
    assertThat(value("input.class")).isNull();
    assertThat(value("input.getClass")).isNull();
    assertFails("input.getClass()", "");
    assertFails("$getClass()", "");
    assertFails("function($x) { $x }", "function");
    assertFails("[$sum]", "function");
    assertFails("1 / 0", "");
  }

  @Test
  void an_expression_is_evaluated_by_many_threads_at_once() throws Exception {
    var expression = Expression.of("input.items[price > $$.limit].sku & '-' & limit");
    List<Thread> threads = new ArrayList<>();
    var wrong = new ConcurrentLinkedQueue<Object>();
    for (int t = 0; t < 8; t++) {
      int limit = 60 + t;
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    Map<String, Object> root = new LinkedHashMap<>(ROOT);
                    root.put("limit", limit);
                    for (int i = 0; i < 300; i++) {
                      var got = expression.evaluate(root, () -> NOW, new SplittableRandom(1));
                      if (!("b-" + limit).equals(got)) {
                        wrong.add(String.valueOf(got));
                      }
                    }
                  }));
    }
    for (var thread : threads) {
      thread.join();
    }

    assertThat(wrong).isEmpty();
  }

  private static void assertFails(String expression, String message) {
    assertThatThrownBy(() -> value(expression))
        .isInstanceOf(ExpressionException.class)
        .hasMessageContaining(message);
  }

  private static @Nullable Object value(String expression) {
    return evaluate(expression, ROOT);
  }

  private static @Nullable Object evaluate(String expression, Map<String, Object> root) {
    return Expression.of(expression).evaluate(root, () -> NOW, new SplittableRandom(7));
  }
}
