package dev.holdfast.server.meters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.store.Figures;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class DiskUseTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger looks = new AtomicInteger();

  @Test
  void lookingTakesAtMostAHundredthOfTheTime() throws Exception {
    var disk =
        new DiskUse(
            () -> {
              nanos.addAndGet(Duration.ofSeconds(3).toNanos());
              return size(looks.incrementAndGet());
            },
            nanos::get);

    assertThat(disk.get(LONG)).isEqualTo(size(1));
    nanos.addAndGet(Duration.ofSeconds(299).toNanos());
    assertThat(disk.get(LONG)).isEqualTo(size(1));
    assertThat(looks).hasValue(1);

    nanos.addAndGet(Duration.ofSeconds(2).toNanos());
    awaitSize(disk, 2);
  }

  @Test
  void whoeverAsksDoesNotWaitForALargeFile() throws Exception {
    var read = new CountDownLatch(1);
    var disk =
        new DiskUse(
            () -> {
              try {
                read.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              return size(7);
            },
            nanos::get);

    assertThat(disk.get(Duration.ZERO)).isNull();

    read.countDown();
    awaitSize(disk, 7);
  }

  @Test
  void afterAFailureItLooksAgain() throws Exception {
    var disk =
        new DiskUse(
            () -> {
              if (looks.incrementAndGet() == 1) {
                throw new IllegalStateException("the disk is away");
              }
              return size(5);
            },
            nanos::get);

    assertThat(disk.get(LONG)).isNull();

    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    awaitSize(disk, 5);
  }

  private static void awaitSize(DiskUse disk, long bytes) throws InterruptedException {
    long until = System.nanoTime() + LONG.toNanos();
    while (!size(bytes).equals(disk.get(LONG))) {
      assertThat(System.nanoTime()).isLessThan(until);
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static Figures.Disk size(long bytes) {
    return new Figures.Disk(bytes, null, null, List.of());
  }
}
