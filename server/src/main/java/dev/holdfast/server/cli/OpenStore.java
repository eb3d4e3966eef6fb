package dev.holdfast.server.cli;

import dev.holdfast.HoldfastException;
import dev.holdfast.Stores;
import dev.holdfast.store.Store;
import dev.holdfast.store.StoreException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.ExitCode;

/** The store a command works on. Never creates one. */
final class OpenStore {

  static final String DEFAULT = "holdfast.db";
  static final String INSTEAD_OF_SERVER =
      "A store to open directly instead of asking a server: the path of a SQLite file or a"
          + " jdbc:postgresql: URL.";
  static final String DESCRIPTION =
      "The path of a SQLite file or a jdbc:postgresql: URL (default: ${DEFAULT-VALUE}).";

  private OpenStore() {}

  /** Opens the store, works on it and closes it; turns what goes wrong into a complaint. */
  static <T> T with(String pathOrUrl, Function<Store, T> work) {
    return with(() -> Stores.openExisting(pathOrUrl), work);
  }

  static <T> T with(Supplier<Store> opening, Function<Store, T> work) {
    try (var store = open(opening)) {
      return work.apply(store);
    } catch (StoreException | IllegalStateException | UncheckedIOException e) {
      throw new Complaint(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
    }
  }

  private static Store open(Supplier<Store> opening) {
    try {
      return opening.get();
    } catch (HoldfastException e) {
      throw new Complaint(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
    } catch (IllegalArgumentException e) {
      throw new Complaint(
          ExitCode.USAGE,
          e.getMessage()
              + ".\nName the store as the last argument: the path of its file, or its"
              + " jdbc:postgresql: URL.",
          e);
    }
  }
}
