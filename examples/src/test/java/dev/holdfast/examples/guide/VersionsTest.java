package dev.holdfast.examples.guide;

import static dev.holdfast.examples.guide.Shop.ORDER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.Run;
import dev.holdfast.RunPausedException;
import dev.holdfast.Signal;
import dev.holdfast.Workflow;
import dev.holdfast.WorkflowBody;
import dev.holdfast.WorkflowContext;
import dev.holdfast.examples.guide.Shop.Order;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/guide/versions.md. */
class VersionsTest {

  private static final Signal<String> GO = Signal.of("go", String.class);
  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir Path folder;

  private final Shop shop = new Shop();

  // snippet: version
  String pay(WorkflowContext wf, Order order) {
    if (wf.version("fraud-check", 1) >= 1) {
      wf.step("fraud", () -> shop.check(order));
    }
    return wf.step("charge", () -> shop.charge(order));
  }

  // end of snippet

  private static Workflow<Order, String> register(
      Holdfast holdfast, WorkflowBody<Order, String> body) {
    return holdfast.workflow("shop.pay.v1", Order.class, String.class, body);
  }

  private Holdfast open() {
    return Holdfast.open(folder.resolve("app.db").toString());
  }

  /** Runs the code of the last release up to its wait. */
  private void begin() {
    try (var holdfast = open()) {
      var pay =
          register(
              holdfast,
              (wf, order) -> {
                var hold = wf.step("hold", () -> shop.hold(order));
                wf.step("old", () -> "old");
                return hold + wf.await(GO);
              });
      holdfast.start();
      var run = pay.start(ORDER, o -> o.key("pay-o-1"));
      assertThatThrownBy(() -> run.join(Duration.ofMillis(1_200)))
          .hasMessageContaining("not ended");
    }
  }

  private Run<String> pausedIn(Holdfast holdfast) {
    var pay = register(holdfast, (wf, o) -> wf.step("hold", () -> shop.hold(o)) + wf.await(GO));
    var run = pay.find("pay-o-1").orElseThrow();
    // Not to the last release, which would hear it and end the run.
    run.signal(GO, "!");
    holdfast.start();
    assertThatThrownBy(() -> run.join(LONG)).isInstanceOf(RunPausedException.class);
    return run;
  }

  @Test
  void a_new_run_is_on_the_new_side() {
    try (var holdfast = open()) {
      var pay = register(holdfast, this::pay);
      holdfast.start();

      assertThat(pay.start(ORDER).join()).isEqualTo("payment-o-1");
    }
    assertThat(shop.done).containsExactly("check o-1", "charge o-1");
  }

  @Test
  void versions_live_side_by_side() {
    try (var holdfast = open()) {
      // snippet: side-by-side
      var v1 = holdfast.workflow("shop.greet.v1", String.class, String.class, (wf, s) -> "Hi " + s);
      var v2 =
          holdfast.workflow("shop.greet.v2", String.class, String.class, (wf, s) -> "Hello " + s);
      // end of snippet
      holdfast.start();
      assertThat(v1.start("ada").join()).isEqualTo("Hi ada");
      assertThat(v2.start("ada").join()).isEqualTo("Hello ada");
    }
  }

  @Test
  void a_divergence_is_accepted() {
    begin();
    try (var holdfast = open()) {
      var run = pausedIn(holdfast);
      // snippet: accept
      run.accept(); // leave behind the steps that the code no longer asks for
      // end of snippet
      assertThat(run.join(LONG)).isEqualTo("hold-o-1!");
    }
  }

  @Test
  void a_divergence_is_forked() {
    begin();
    try (var holdfast = open()) {
      var run = pausedIn(holdfast);
      // snippet: fork
      Run<String> next = run.fork(); // a new run without those steps; this one is cancelled
      // end of snippet
      assertThat(next.join(LONG)).isEqualTo("hold-o-1!");
      assertThatThrownBy(() -> run.join(LONG)).hasMessageContaining("forked");
    }
  }
}
