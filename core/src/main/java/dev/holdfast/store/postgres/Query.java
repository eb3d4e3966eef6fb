package dev.holdfast.store.postgres;

import dev.holdfast.store.Micros;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One execution of a statement: bind its names, run it, close it. */
final class Query implements AutoCloseable {

  private final Sql sql;
  private final Connection connection;
  private final PreparedStatement statement;

  Query(Connection connection, Sql sql) throws SQLException {
    this.sql = sql;
    this.connection = connection;
    this.statement = connection.prepareStatement(sql.text());
  }

  Query text(String name, @Nullable String value) throws SQLException {
    for (int place : sql.placesOf(name)) {
      statement.setString(place, value == null ? null : Text.storable(value));
    }
    return this;
  }

  Query number(String name, long value) throws SQLException {
    for (int place : sql.placesOf(name)) {
      statement.setLong(place, value);
    }
    return this;
  }

  Query number(String name, @Nullable Long value) throws SQLException {
    for (int place : sql.placesOf(name)) {
      if (value == null) {
        statement.setNull(place, Types.BIGINT);
      } else {
        statement.setLong(place, value);
      }
    }
    return this;
  }

  Query time(String name, @Nullable Instant value) throws SQLException {
    return number(name, value == null ? null : Micros.of(value));
  }

  Query flag(String name, boolean value) throws SQLException {
    for (int place : sql.placesOf(name)) {
      statement.setBoolean(place, value);
    }
    return this;
  }

  Query id(String name, UUID value) throws SQLException {
    for (int place : sql.placesOf(name)) {
      statement.setObject(place, value);
    }
    return this;
  }

  Query ids(String name, @Nullable UUID[] values) throws SQLException {
    return array(name, "uuid", values);
  }

  Query texts(String name, @Nullable String[] values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      var value = values[i];
      values[i] = value == null ? null : Text.storable(value);
    }
    return array(name, "text", values);
  }

  Query numbers(String name, @Nullable Long[] values) throws SQLException {
    return array(name, "int8", values);
  }

  Query integers(String name, Integer[] values) throws SQLException {
    return array(name, "int4", values);
  }

  Query flags(String name, Boolean[] values) throws SQLException {
    return array(name, "bool", values);
  }

  ResultSet rows() throws SQLException {
    return statement.executeQuery();
  }

  int update() throws SQLException {
    return statement.executeUpdate();
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }

  private Query array(String name, String type, @Nullable Object[] values) throws SQLException {
    var array = connection.createArrayOf(type, values);
    for (int place : sql.placesOf(name)) {
      statement.setArray(place, array);
    }
    return this;
  }
}
