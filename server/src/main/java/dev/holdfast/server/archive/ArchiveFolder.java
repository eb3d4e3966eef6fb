package dev.holdfast.server.archive;

import java.nio.file.Path;

/** Where the archives of a store are. */
public final class ArchiveFolder {

  private ArchiveFolder() {}

  /** As the setting says; without one, beside the file, or in the current folder. */
  public static Path of(String setting, String store) {
    if (!setting.isEmpty()) {
      return Path.of(setting);
    }
    return store.startsWith("jdbc:") ? Path.of("holdfast-archive") : Path.of(store + "-archive");
  }
}
