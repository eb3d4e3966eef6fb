package dev.holdfast.server.meters;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Numbers in the text format of Prometheus, version 0.0.4. Written by hand: it is a few lines, and
 * a library would want to own the counters, too.
 */
public final class Exposition {

  public static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final double NANOS = 1e9;

  /** Nanoseconds are in whole numbers, and times of day to the same. */
  private static final int DECIMALS = 9;

  private final StringBuilder text = new StringBuilder(8192);

  /** The heading of a number that only grows. */
  public Exposition counter(String name, String help) {
    return heading(name, help, "counter");
  }

  /** The heading of a number that goes up and down. */
  public Exposition gauge(String name, String help) {
    return heading(name, help, "gauge");
  }

  /**
   * One number.
   *
   * @param labels names and values by turns
   */
  public Exposition sample(String name, double value, String... labels) {
    text.append(name);
    if (labels.length > 0) {
      text.append('{');
      for (int i = 0; i < labels.length; i += 2) {
        text.append(i == 0 ? "" : ",").append(labels[i]).append("=\"");
        text.append(escaped(labels[i + 1])).append('"');
      }
      text.append('}');
    }
    text.append(' ').append(number(value)).append('\n');
    return this;
  }

  /** One whole number. */
  public Exposition sample(String name, long value, String... labels) {
    return sample(name, (double) value, labels);
  }

  /** A histogram of times, in seconds. */
  public Exposition times(String name, String help, Histogram.Reading reading) {
    return histogram(name, help, reading, NANOS);
  }

  /** A histogram of sizes. */
  public Exposition sizes(String name, String help, Histogram.Reading reading) {
    return histogram(name, help, reading, 1);
  }

  public String text() {
    return text.toString();
  }

  private Exposition histogram(String name, String help, Histogram.Reading reading, double unit) {
    heading(name, help, "histogram");
    long below = 0;
    for (int i = 0; i < reading.buckets(); i++) {
      below += reading.countIn(i);
      sample(name + "_bucket", below, "le", number(reading.bound(i) / unit));
    }
    // Not counted again: other threads count on, and the whole must be the last of its buckets.
    below += reading.countIn(reading.buckets());
    sample(name + "_bucket", below, "le", "+Inf");
    sample(name + "_sum", reading.sum() / unit);
    return sample(name + "_count", below);
  }

  private Exposition heading(String name, String help, String type) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    return this;
  }

  private static String number(double value) {
    var rounded = BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_EVEN);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
