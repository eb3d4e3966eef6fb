package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a step may return, and how its type is known when it is read back. */
class ResultTypesTest {

  record Item(String sku, BigDecimal price) {}

  record Order(String id, List<Item> items, Instant at, @Nullable String note) {}

  record Page<T>(List<T> rows, int next) {}

  enum Size {
    SMALL,
    LARGE
  }

  sealed interface Payment {}

  record Card(String number) implements Payment {}

  record Invoice(int days) implements Payment {}

  private static final Signal<String> AWAY = Signal.of("away", String.class);

  @TempDir Path folder;

  private static final Order ORDER =
      new Order(
          "o-1",
          List.of(new Item("a", new BigDecimal("1.10")), new Item("b", new BigDecimal("1E+3"))),
          Instant.parse("2026-11-15T12:00:00.123456Z"),
          null);

  /** Runs the body twice, the second time from the log, and returns what it got then. */
  private <T extends @Nullable Object> T replayed(RunBody<T> body) {
    List<T> seen = new ArrayList<>();
    try (var holdfast = Life.in(folder)) {
      var workflow =
          holdfast.workflow(
              "w.v1",
              String.class,
              String.class,
              (wf, s) -> {
                seen.add(body.run(wf));
                return wf.await(AWAY);
              });
      holdfast.start();
      var run = workflow.start("x");
      Life.parked(holdfast, run);
      run.signal(AWAY, "back");
      run.join();
    }
    assertThat(seen).hasSize(2);
    return seen.get(1);
  }

  private static List<Order> orders() {
    return List.of(ORDER);
  }

  private static Page<Order> page() {
    return new Page<>(List.of(ORDER), 2);
  }

  private static Map<String, List<Item>> byOrder() {
    return Map.of("o-1", ORDER.items());
  }

  private static Optional<Order> found() {
    return Optional.of(ORDER);
  }

  private static Payment payment() {
    return new Invoice(30);
  }

  @Test
  void a_record_with_everything_in_it() {
    assertThat(this.<Order>replayed(wf -> wf.step("s", () -> ORDER))).isEqualTo(ORDER);
  }

  @Test
  void a_number() {
    assertThat(this.<Integer>replayed(wf -> wf.step("s", () -> 42))).isEqualTo(42);
  }

  @Test
  void a_long_that_no_double_can_hold() {
    assertThat(this.<Long>replayed(wf -> wf.step("s", () -> 9_007_199_254_740_993L)))
        .isEqualTo(9_007_199_254_740_993L);
  }

  @Test
  void an_enum() {
    assertThat(this.<Size>replayed(wf -> wf.step("s", () -> Size.LARGE))).isEqualTo(Size.LARGE);
  }

  @Test
  void bytes() {
    assertThat(this.<byte[]>replayed(wf -> wf.step("s", () -> new byte[] {1, -1, 0})))
        .containsExactly(1, -1, 0);
  }

  @Test
  void a_time_and_an_exact_number() {
    assertThat(this.<Instant>replayed(wf -> wf.step("s", () -> ORDER.at()))).isEqualTo(ORDER.at());
    assertThat(new Values().<BigDecimal>read(new dev.holdfast.log.Json("1.10"), BigDecimal.class))
        .isEqualTo(new BigDecimal("1.10"));
  }

  @Test
  void null_is_a_result() {
    assertThat(this.<@Nullable String>replayed(wf -> wf.<@Nullable String>step("s", () -> null)))
        .isNull();
  }

  @Test
  void a_list_by_method_reference_keeps_its_elements() {
    assertThat(this.<Object>replayed(wf -> wf.step("s", ResultTypesTest::orders)))
        .isEqualTo(orders());
  }

  @Test
  void nested_generics_by_method_reference() {
    assertThat(this.<Object>replayed(wf -> wf.step("s", ResultTypesTest::byOrder)))
        .isEqualTo(byOrder());
  }

  @Test
  void an_optional_by_method_reference() {
    assertThat(this.<Object>replayed(wf -> wf.step("s", ResultTypesTest::found)))
        .isEqualTo(found());
  }

  @Test
  void a_generic_record_by_method_reference() {
    assertThat(this.<Object>replayed(wf -> wf.step("s", ResultTypesTest::page))).isEqualTo(page());
  }

  @Test
  void a_list_with_its_type() {
    List<Order> orders =
        this.replayed(wf -> wf.step("s", new Type<List<Order>>() {}, () -> orders()));

    assertThat(orders).containsExactly(ORDER);
  }

  @Test
  void a_sealed_interface_comes_back_as_what_it_was() {
    assertThat(this.<Payment>replayed(wf -> wf.step("s", ResultTypesTest::payment)))
        .isEqualTo(new Invoice(30));
    assertThat(new Values().write(new Card("4"), Payment.class).text())
        .isEqualTo("{\"@type\":\"Card\",\"number\":\"4\"}");
  }

  @Test
  void a_sealed_interface_from_a_lambda() {
    assertThat(this.<Payment>replayed(wf -> wf.<Payment>step("s", () -> new Card("4"))))
        .isEqualTo(new Card("4"));
  }

  @Test
  void text() {
    assertThat(this.<String>replayed(wf -> wf.step("s", () -> "\u0000 \ud83d\ude00 \"")))
        .isEqualTo("\u0000 \ud83d\ude00 \"");
  }

  @Test
  void an_anonymous_class_keeps_its_elements() {
    Step<List<Order>> step =
        new Step<>() {
          private static final long serialVersionUID = 1L;

          @Override
          public List<Order> run() {
            return orders();
          }
        };
    assertThat(this.<Object>replayed(wf -> wf.step("s", step))).isEqualTo(orders());
  }

  @Test
  void a_generic_record_from_a_lambda_is_refused() {
    try (var holdfast = Life.in(folder)) {
      assertThatThrownBy(() -> holdfast.execute("raw", wf -> wf.step("load", () -> page())))
          .hasMessageContaining("a lambda that returns Page does not say of what");
    }
  }

  @Test
  void a_lambda_that_returns_one_record_or_another_is_refused() {
    try (var holdfast = Life.in(folder)) {
      assertThatThrownBy(
              () ->
                  holdfast.execute(
                      "either",
                      wf -> wf.step("load", () -> ORDER.note() == null ? ORDER : new Card("4"))))
          .hasMessageContaining("only known to be some record");
    }
  }

  @Test
  void a_constructor_reference() {
    assertThat(this.<Object>replayed(wf -> wf.step("s", Empty::new))).isEqualTo(new Empty());
  }

  record Empty() {}

  @Test
  void a_list_from_a_lambda_is_refused_before_anything_happens() {
    var executed = new AtomicInteger();
    try (var holdfast = Life.in(folder)) {
      assertThatThrownBy(
              () ->
                  holdfast.execute(
                      "raw",
                      wf ->
                          wf.step(
                              "load",
                              () -> {
                                executed.incrementAndGet();
                                return orders();
                              })))
          .hasMessageContaining("method reference")
          .hasMessageContaining("new Type<List<Order>>() {}");
    }
    assertThat(executed).hasValue(0);
  }
}
