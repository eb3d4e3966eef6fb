package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FakeClockTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final FakeClock clock = new FakeClock(START);
  private final List<String> rung = new ArrayList<>();

  @Test
  void alarms_ring_in_order_and_each_sees_its_own_time() {
    ring("late", 3);
    ring("early", 1);
    ring("same time, later asked", 1);

    clock.advance(Duration.ofSeconds(10));

    assertThat(rung)
        .containsExactly(
            "early at " + START.plusSeconds(1),
            "same time, later asked at " + START.plusSeconds(1),
            "late at " + START.plusSeconds(3));
    assertThat(clock.instant()).isEqualTo(START.plusSeconds(10));
  }

  @Test
  void an_alarm_set_by_an_alarm_rings_in_the_same_advance() {
    clock.at(START.plusSeconds(1), () -> ring("second", 2));

    clock.advance(Duration.ofSeconds(5));

    assertThat(rung).containsExactly("second at " + START.plusSeconds(2));
  }

  @Test
  void a_cancelled_alarm_stays_silent() {
    clock.at(START.plusSeconds(1), () -> rung.add("no")).cancel();

    clock.advance(Duration.ofSeconds(5));

    assertThat(rung).isEmpty();
  }

  @Test
  void an_alarm_in_the_past_rings_without_being_waited_for() throws InterruptedException {
    var latch = new CountDownLatch(1);

    clock.at(START, latch::countDown);

    assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void it_jumps_to_the_next_alarm_but_not_too_far() {
    ring("soon", 5);
    ring("far", 500);

    assertThat(clock.advanceToNextAlarm(Duration.ofSeconds(60))).isTrue();
    assertThat(clock.advanceToNextAlarm(Duration.ofSeconds(60))).isFalse();
    assertThat(clock.now()).isEqualTo(START.plusSeconds(5));
    assertThat(rung).hasSize(1);
  }

  private void ring(String name, int second) {
    clock.at(START.plusSeconds(second), () -> rung.add(name + " at " + clock.now()));
  }
}
