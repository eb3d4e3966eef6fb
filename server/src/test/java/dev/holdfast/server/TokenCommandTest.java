package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenCommandTest {

  @TempDir Path folder;

  @Test
  void aTokenIsShownOnceListedWithoutItselfAndRevokedOnce() throws Exception {
    var store = folder.resolve("runs.db").toString();

    var token = run(0, "token", "create", store, "--name", "ci", "--scope", "read").strip();

    assertThat(token).matches("hf_[A-Za-z0-9_-]{43}");
    var list = run(0, "token", "list", store);
    assertThat(list).contains("ci", "read").doesNotContain(token);
    assertThat(run(0, "token", "list", "--json", store))
        .contains("\"name\":\"ci\"", "\"scope\":\"read\"", "\"revoked_at\":null")
        .doesNotContain(token);
    try (var files = Files.list(folder)) {
      for (var file : files.toList()) {
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
            .doesNotContain(token);
      }
    }
    var id = list.lines().skip(1).findFirst().orElseThrow().substring(0, 36);
    assertThat(run(0, "token", "revoke", id, store)).contains("Revoked");
    assertThat(run(1, "token", "revoke", id, store)).contains("revoked before");
    assertThat(run(0, "token", "list", store).strip()).endsWith("Z");
  }

  @Test
  void aScopeThatIsNoneAndAStoreThatIsNotThereAreRefused() {
    var store = folder.resolve("none.db").toString();

    assertThat(run(2, "token", "create", store, "--scope", "open")).contains("read, operate");
    assertThat(run(2, "token", "create", store, "--scope", "god")).contains("--scope");
    assertThat(run(2, "token", "list", store)).contains("none.db");
    assertThat(Files.exists(folder.resolve("none.db"))).isFalse();
  }

  /** What it says, on both channels where it fails. */
  private static String run(int expected, String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code =
        Main.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    assertThat(code).as(out + " " + err).isEqualTo(expected);
    return expected == 0 ? out.toString() : err.toString();
  }
}
