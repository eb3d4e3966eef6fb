package dev.holdfast.bench;

import java.sql.Connection;
import java.sql.SQLException;

/** A store to measure: an empty place for Holdfast, and another one for plain JDBC beside it. */
interface Target extends AutoCloseable {

  String name();

  /** What {@code Holdfast.open} takes; a new empty store at every call. */
  String newStore();

  /** A plain connection to a database of its own, set up for the same durability. */
  Connection raw() throws SQLException;

  /** Creates the table of the log, and nothing else, for the raw measurement. */
  String rawTable();

  /** Writes rows through the connection's current transaction: the fastest way JDBC has. */
  RawInsert prepare(Connection raw) throws SQLException;

  /** Bytes that log and headers of the store take on disk. */
  long bytes(String store) throws SQLException;

  /** Rows in the log of the store. */
  long logRows(String store) throws SQLException;

  /** How many runs of the store a node holds. */
  long held(String store, String node) throws SQLException;

  @Override
  void close();

  /** A prepared insert of many log rows. */
  interface RawInsert {
    void insert(byte[][] runs, long seq, String events) throws SQLException;
  }
}
