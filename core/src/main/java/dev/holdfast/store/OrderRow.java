package dev.holdfast.store;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * An order of the demonstration.
 *
 * @param status one of {@code pending validated charged shipped}
 * @param amount without zeros behind the last digit, however it is stored
 */
public record OrderRow(
    String id, String status, BigDecimal amount, Instant createdAt, Instant updatedAt) {

  public OrderRow {
    amount = amount.stripTrailingZeros();
    amount = amount.scale() < 0 ? amount.setScale(0) : amount;
  }
}
