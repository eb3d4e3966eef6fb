package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * Work that is one step by itself.
 *
 * <pre>{@code
 * var thumbnail = holdfast.job("content.thumbnail.v1", Image.class, Void.class, images::shrink);
 * thumbnail.start(image);
 * }</pre>
 */
@FunctionalInterface
public interface Job<I extends @Nullable Object, O extends @Nullable Object> {

  /** The name of the one step. */
  String STEP = "job";

  O run(I input) throws Exception;
}
