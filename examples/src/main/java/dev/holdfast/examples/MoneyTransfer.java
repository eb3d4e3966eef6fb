package dev.holdfast.examples;

import dev.holdfast.Holdfast;
import dev.holdfast.Workflow;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Moves money between accounts that live in the same database as Holdfast's log. Each booking and
 * the note of it are one commit, so money is neither lost nor made, whenever the power fails.
 */
public final class MoneyTransfer {

  /** What is to be moved. */
  public record Transfer(String from, String to, long cents) {}

  private MoneyTransfer() {}

  /** Registers the workflow. */
  public static Workflow<Transfer, Long> register(Holdfast holdfast) {
    return holdfast.workflow(
        "bank.transfer.v1",
        Transfer.class,
        Long.class,
        (wf, transfer) -> {
          wf.transaction("withdraw", db -> add(db, transfer.from(), -transfer.cents()));
          return wf.transaction("deposit", db -> add(db, transfer.to(), transfer.cents()));
        });
  }

  /** Creates the table of accounts. */
  public static void createAccounts(Connection db) throws SQLException {
    try (var create = db.createStatement()) {
      create.execute("CREATE TABLE account (name TEXT PRIMARY KEY, cents BIGINT NOT NULL)");
    }
  }

  /** Changes the balance and returns the new one. */
  private static long add(Connection db, String account, long cents) throws SQLException {
    try (var update = db.prepareStatement("UPDATE account SET cents = cents + ? WHERE name = ?")) {
      update.setLong(1, cents);
      update.setString(2, account);
      if (update.executeUpdate() != 1) {
        throw new IllegalArgumentException("there is no account " + account);
      }
    }
    try (var select = db.prepareStatement("SELECT cents FROM account WHERE name = ?")) {
      select.setString(1, account);
      try (var rows = select.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }
}
