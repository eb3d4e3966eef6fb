package dev.holdfast.testkit.kill;

import dev.holdfast.testkit.JdbcEffects;
import java.nio.file.Path;
import java.time.Duration;

class SqliteKillIT extends KillContract {

  @Override
  String place() {
    Worker.open(file().toString()).close();
    JdbcEffects.create(jdbcUrl());
    return file().toString();
  }

  @Override
  String jdbcUrl() {
    return "jdbc:sqlite:" + file();
  }

  @Override
  Duration lease() {
    return Duration.ofSeconds(30);
  }

  @Override
  Duration lifeMax() {
    return Duration.ofMillis(800);
  }

  private Path file() {
    return folder.resolve("kill.db");
  }
}
