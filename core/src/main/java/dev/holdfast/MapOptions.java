package dev.holdfast;

/**
 * How {@link WorkflowContext#map} goes through its items.
 *
 * <pre>{@code
 * wf.map("resize", images, Image::name, (b, image) -> ..., m -> m.concurrency(4));
 * }</pre>
 */
public final class MapOptions {

  private int concurrency = 10;

  MapOptions() {}

  /** How many items are in work at the same time; 10 unless said otherwise. */
  public MapOptions concurrency(int atMost) {
    if (atMost < 1) {
      throw new HoldfastException("At least one item must be in work, not " + atMost + ".");
    }
    this.concurrency = atMost;
    return this;
  }

  int concurrency() {
    return concurrency;
  }
}
