package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCommandTest {

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void everySettingIsShownWithItsValueAndWhereItComesFrom() throws Exception {
    var file = folder.resolve("holdfast.toml");
    Files.writeString(file, "[worker_pool]\npriority_levels = 9\n");

    assertThat(run("--config", file.toString(), "--port", "9000")).isZero();

    assertThat(line("server.port")).contains("9000").endsWith("the command line");
    assertThat(line("worker_pool.priority_levels")).contains(" 9 ").endsWith(file.toString());
    assertThat(line("async_execution.enabled")).contains("true").endsWith("the default");
  }

  @Test
  void whatAServerWouldRefuseIsRefusedWithKeyValueAndRange() throws Exception {
    var file = folder.resolve("holdfast.toml");
    Files.writeString(file, "[worker_pool]\npriority_levels = 900\n");

    assertThat(run("--config", file.toString())).isEqualTo(1);

    assertThat(err.toString()).contains("worker_pool.priority_levels is '900'", "from 1 to 100");
  }

  @Test
  void aPasswordIsNotShown() {
    assertThat(run("--store", "jdbc:postgresql://h/d?user=u&password=s3cret&ssl=true")).isZero();

    assertThat(line("store.url")).contains("password=***&ssl=true").doesNotContain("s3cret");
  }

  @Test
  void theStoreMayStandAloneAsWithOtherCommandsButOnlyOnce() {
    assertThat(run("other.db")).isZero();
    assertThat(line("store.url")).contains("other.db").endsWith("the command line");

    assertThat(run("other.db", "--store", "another.db")).isEqualTo(2);
    assertThat(err.toString()).contains("--store=STORE", "mutually exclusive");
  }

  private String line(String key) {
    return out.toString().lines().filter(l -> l.startsWith(key + " ")).findFirst().orElseThrow();
  }

  private int run(String... arguments) {
    var all = new String[arguments.length + 2];
    all[0] = "config";
    all[1] = "show";
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all);
  }
}
