package dev.holdfast.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store and others who use the same file. */
class SqliteSharingTest {

  @TempDir Path folder;

  private SqliteStore open() {
    return SqliteStore.open(folder.resolve("shared.db"), InstantSource.system());
  }

  @Test
  void others_may_write_to_the_file_while_the_store_does_not() throws Exception {
    try (var store = open()) {
      store.heartbeat("node", Duration.ofSeconds(10));

      write("CREATE TABLE customer (name TEXT)");
      store.heartbeat("node", Duration.ofSeconds(10));
      write("INSERT INTO customer VALUES ('ada')");
    }
  }

  @Test
  void a_shop_may_keep_its_own_orders_in_the_file() throws Exception {
    write("CREATE TABLE orders (number INTEGER)");

    try (var store = open()) {
      store.orders().add("o-1", BigDecimal.TEN, Instant.EPOCH);

      assertThat(store.orders().find("o-1")).isPresent();
    }
  }

  @Test
  void a_table_that_is_in_the_way_is_named_and_left_alone() throws Exception {
    write("CREATE TABLE node (name TEXT)");

    assertThatThrownBy(this::open)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("table 'node'")
        .hasMessageContaining("shared.db");
    write("INSERT INTO node VALUES ('mine')");
    write("ALTER TABLE node RENAME TO my_node");
    open().close();
  }

  @Test
  void a_transactional_step_has_the_file_to_itself_before_it_reads() throws Exception {
    try (var store = open()) {
      write("CREATE TABLE customer (name TEXT)");

      assertThatThrownBy(
              () ->
                  store.transact(
                      db -> {
                        assertThat(db.getAutoCommit()).isFalse();
                        write("INSERT INTO customer VALUES ('ada')");
                        throw new AssertionError("somebody else could write");
                      }))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("locked");
    }
  }

  @Test
  void a_second_process_is_told_what_is_in_its_way() {
    try (var first = open();
        var second = open()) {
      first.heartbeat("first", Duration.ofSeconds(10));

      assertThatThrownBy(() -> second.heartbeat("second", Duration.ofSeconds(10)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("in use by another Holdfast process");
    }
  }

  @Test
  void what_is_no_store_is_refused_and_left_as_it_is() throws Exception {
    var missing = folder.resolve("missing.db");
    var text = Files.writeString(folder.resolve("text.db"), "not a database at all");
    var other = folder.resolve("shared.db");
    write("CREATE TABLE customer (name TEXT)");
    var size = Files.size(other);

    for (var path : new Path[] {missing, text, other}) {
      assertThatThrownBy(() -> SqliteStore.openExisting(path, InstantSource.system()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(path.toString());
    }

    assertThat(missing).doesNotExist();
    assertThat(text).hasContent("not a database at all");
    assertThat(Files.size(other)).isEqualTo(size);
  }

  private void write(String sql) throws SQLException {
    var url = "jdbc:sqlite:" + folder.resolve("shared.db") + "?busy_timeout=0";
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }
}
