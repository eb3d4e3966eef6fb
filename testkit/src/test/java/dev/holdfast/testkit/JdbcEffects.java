package dev.holdfast.testkit;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** The table that transactional steps write to, read and made through a connection of its own. */
public final class JdbcEffects {

  private JdbcEffects() {}

  public static void create(String url) {
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      statement.execute("CREATE TABLE effect (run TEXT NOT NULL, step TEXT NOT NULL)");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** How many rows each step has left, by "run step". */
  public static Map<String, Integer> read(String url) {
    Map<String, Integer> effects = new HashMap<>();
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT run, step FROM effect")) {
      while (rows.next()) {
        effects.merge(rows.getString(1) + " " + rows.getString(2), 1, Integer::sum);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return effects;
  }
}
