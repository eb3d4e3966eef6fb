package dev.holdfast.server.meters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HistogramTest {

  @Test
  void quantilesAreAsExactAsTheBuckets() {
    var histogram = Histogram.ofTimes();
    LongStream.rangeClosed(1, 1_000).forEach(ms -> histogram.record(ms * 1_000_000));

    var reading = histogram.read();

    assertThat(reading.count()).isEqualTo(1_000);
    assertThat(reading.quantile(0.5) / 1e6).isCloseTo(500, within(1.0));
    assertThat(reading.quantile(0.99) / 1e6).isCloseTo(990, within(15.0));
    assertThat(reading.sum()).isEqualTo(500_500L * 1_000_000);
  }

  @Test
  void nothingAndTheVeryLargeHaveQuantilesToo() {
    var histogram = Histogram.ofSizes();
    assertThat(histogram.read().quantile(0.99)).isZero();

    histogram.record(1_000_000);

    assertThat(histogram.read().quantile(0.5)).isEqualTo(1_000);
    assertThat(histogram.read().sum()).isEqualTo(1_000_000);
  }

  @Test
  void whatHappenedBetweenTwoReadingsIsTheirDifference() {
    var histogram = Histogram.ofSizes();
    histogram.record(1);
    var before = histogram.read();
    histogram.record(200);
    histogram.record(200);

    var between = histogram.read().minus(before);

    assertThat(between.count()).isEqualTo(2);
    assertThat(between.sum()).isEqualTo(400);
    assertThat(between.quantile(1)).isEqualTo(200);
    assertThat(between.plus(before).count()).isEqualTo(3);
  }
}
