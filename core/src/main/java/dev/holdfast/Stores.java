package dev.holdfast;

import dev.holdfast.store.Store;
import dev.holdfast.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.InstantSource;

/** Finds the store that a path or an address means. */
public final class Stores {

  private static final String SQLITE = "jdbc:sqlite:";
  private static final String POSTGRES = "jdbc:postgresql:";

  private Stores() {}

  /** A path or {@code jdbc:sqlite:} for SQLite, {@code jdbc:postgresql:} for PostgreSQL. */
  public static Store open(String pathOrUrl) {
    if (pathOrUrl.startsWith(POSTGRES)) {
      throw new HoldfastException("PostgreSQL is not wired yet");
    }
    if (pathOrUrl.startsWith("jdbc:") && !pathOrUrl.startsWith(SQLITE)) {
      throw new HoldfastException(
          "'%s' is not a store Holdfast knows: give the path of a SQLite file or a"
                  .formatted(pathOrUrl)
              + " jdbc:postgresql: URL");
    }
    var path = pathOrUrl.startsWith(SQLITE) ? pathOrUrl.substring(SQLITE.length()) : pathOrUrl;
    return SqliteStore.open(Path.of(path), InstantSource.system());
  }
}
