package dev.holdfast;

import dev.holdfast.store.Store;
import dev.holdfast.store.postgres.Options;
import dev.holdfast.store.postgres.PostgresStore;
import dev.holdfast.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * Finds the store that a path or an address means, for tools that work on a store without a node.
 *
 * <pre>{@code
 * try (var store = Stores.openExisting("app.db")) {
 *   store.find(RunQuery.all(20)).forEach(System.out::println);
 * }
 * }</pre>
 */
public final class Stores {

  private static final String SQLITE = "jdbc:sqlite:";
  private static final String POSTGRES = "jdbc:postgresql:";

  private Stores() {}

  /**
   * A path or {@code jdbc:sqlite:} for SQLite, {@code jdbc:postgresql:} for PostgreSQL. Tables are
   * created where there are none.
   */
  public static Store open(String pathOrUrl) {
    return isPostgres(pathOrUrl)
        ? PostgresStore.open(pathOrUrl, Options.defaults())
        : SqliteStore.open(path(pathOrUrl), InstantSource.system());
  }

  /** Like {@link #open}, but refuses a place where nothing is yet and leaves it as it is. */
  public static Store openExisting(String pathOrUrl) {
    return isPostgres(pathOrUrl)
        ? PostgresStore.openExisting(pathOrUrl, Options.defaults())
        : SqliteStore.openExisting(path(pathOrUrl), InstantSource.system());
  }

  private static boolean isPostgres(String pathOrUrl) {
    if (pathOrUrl.startsWith(POSTGRES)) {
      return true;
    }
    boolean address = pathOrUrl.startsWith("jdbc:") || pathOrUrl.contains("://");
    if (address && !pathOrUrl.startsWith(SQLITE)) {
      throw new HoldfastException(
          "'%s' is not a store Holdfast knows: give the path of a SQLite file or a"
                  .formatted(pathOrUrl)
              + " jdbc:postgresql: URL");
    }
    return false;
  }

  private static Path path(String pathOrUrl) {
    return Path.of(pathOrUrl.startsWith(SQLITE) ? pathOrUrl.substring(SQLITE.length()) : pathOrUrl);
  }
}
