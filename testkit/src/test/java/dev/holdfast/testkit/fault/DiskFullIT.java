package dev.holdfast.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Stores;
import dev.holdfast.engine.EngineOptions;
import dev.holdfast.testkit.Await;
import dev.holdfast.testkit.JdbcEffects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SQLite on a small disk of its own that fills up, and later has room again. */
class DiskFullIT {

  private static final int BALLAST_BYTES = 24 * 1024 * 1024;

  @TempDir Path folder;

  private Path disk;
  private boolean mounted;

  @BeforeEach
  void mount() throws Exception {
    disk = Files.createDirectory(folder.resolve("disk"));
    mounted = run("mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", disk.toString());
    if ("true".equals(System.getenv("CI"))) {
      assertThat(mounted).as("a small tmpfs can be mounted").isTrue();
    }
    assumeTrue(mounted, "needs the right to mount a tmpfs");
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      run("umount", "-l", disk.toString());
    }
  }

  @Test
  void work_goes_on_when_there_is_room_again() throws Exception {
    var ballast = Files.write(disk.resolve("ballast"), new byte[BALLAST_BYTES]);
    var file = disk.resolve("full.db").toString();
    Stores.open(file).close();
    JdbcEffects.create("jdbc:sqlite:" + file);
    var store = Stores.open(file);
    try (var load = new Load(Holdfast.on(store, EngineOptions.defaults()), 20_000)) {
      load.awaitProgress(10);
      Await.until("the disk is full", () -> load.faults() > 2);
      int accepted = load.acknowledged();

      Files.delete(ballast);

      Await.until("new runs are accepted", () -> load.acknowledged() > accepted);
      load.finish(store);
      load.check(store, JdbcEffects.read("jdbc:sqlite:" + file));
    }
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
  }
}
