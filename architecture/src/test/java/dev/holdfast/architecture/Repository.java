package dev.holdfast.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files of this clone that people write: nothing built, nothing downloaded. */
final class Repository {

  private static final Set<String> NOT_OURS =
      Set.of(".git", ".idea", ".venv", "__pycache__", "build", "dist", "node_modules", "target");

  private static final Set<String> TEXT =
      Set.of(
          "css",
          "go",
          "html",
          "java",
          "js",
          "json",
          "md",
          "mjs",
          "properties",
          "py",
          "sh",
          "sql",
          "svg",
          "toml",
          "txt",
          "xml",
          "yaml",
          "yml");

  private Repository() {}

  /** The folder that holds the launcher, above the module this test runs in. */
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isRegularFile(folder.resolve("holdfast"))) {
      Path parent = folder.getParent();
      if (parent == null) {
        throw new IllegalStateException(
            "Not inside a clone of Holdfast: " + Path.of("").toAbsolutePath());
      }
      folder = parent;
    }
    return folder;
  }

  static List<TextFile> javaFiles() {
    return textFiles().stream().filter(file -> file.name().endsWith(".java")).toList();
  }

  /** Every file with the name of a text, and scripts, which have no extension. */
  static List<TextFile> textFiles() {
    Path root = root();
    List<TextFile> files = new ArrayList<>();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              boolean ours =
                  folder.equals(root) || !NOT_OURS.contains(folder.getFileName().toString());
              return ours ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              if (attributes.isRegularFile() && isText(file.getFileName().toString())) {
                files.add(new TextFile(root, file, Files.readString(file)));
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  private static boolean isText(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0 || TEXT.contains(name.substring(dot + 1));
  }

  /** A file and what is in it. */
  record TextFile(Path root, Path path, String text) {

    /** The path below the root, with slashes on every system. */
    String name() {
      return root.relativize(path).toString().replace('\\', '/');
    }

    List<String> lines() {
      return text.lines().toList();
    }

    boolean isTest() {
      return name().contains("src/test/");
    }
  }
}
