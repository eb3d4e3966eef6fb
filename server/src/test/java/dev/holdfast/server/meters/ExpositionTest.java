package dev.holdfast.server.meters;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExpositionTest {

  @Test
  void numbersAreExactAndLabelsEscaped() {
    var text =
        new Exposition()
            .gauge("at", "A time.")
            .sample("at", 1_794_799_736.056)
            .sample("n", 12_345_678_901L, "a", "x", "b", "say \"hi\"\n\\")
            .sample("n", 0.0001)
            .sample("n", 0)
            .text();

    assertThat(text)
        .isEqualTo(
            """
            # HELP at A time.
            # TYPE at gauge
            at 1794799736.056
            n{a="x",b="say \\"hi\\"\\n\\\\"} 12345678901
            n 0.0001
            n 0
            """);
  }

  @Test
  void bucketsAddUpAndTheLastIsTheWhole() {
    var sizes = Histogram.ofSizes();
    sizes.record(1);
    sizes.record(2);
    sizes.record(5_000);

    assertThat(new Exposition().sizes("s", "Sizes.", sizes.read()).text())
        .contains(
            "s_bucket{le=\"1\"} 1\n",
            "s_bucket{le=\"2\"} 2\n",
            "s_bucket{le=\"1000\"} 2\n",
            "s_bucket{le=\"+Inf\"} 3\n",
            "s_sum 5003\n",
            "s_count 3\n");
    var times = Histogram.ofTimes();
    times.record(150_000);
    assertThat(new Exposition().times("t", "Times.", times.read()).text())
        .contains("t_bucket{le=\"0.0001\"} 0\n", "t_bucket{le=\"0.00015\"} 1\n", "t_sum 0.00015");
  }
}
