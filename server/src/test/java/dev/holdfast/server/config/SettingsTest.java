package dev.holdfast.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where settings come from, and which are refused. */
class SettingsTest {

  @TempDir Path folder;

  @Test
  void aFlagWinsOverTheEnvironmentAndThatOverTheFile() throws IOException {
    var file =
        toml(
            """
            [server]
            host = "localhost"
            port = 1001
            head_timeout = "5s"
            allowed_hosts = ["a.example", "B.example"]

            [http]
            allow_private_addresses = true
            """);
    var environment =
        Map.of("HOLDFAST_SERVER_PORT", "1002", "HOLDFAST_SERVER_HEAD_TIMEOUT", "250ms");

    var config =
        ServerConfig.from(
            Settings.of(flag(Setting.PORT, "1003"), environment, TomlFile.read(file)));

    assertThat(config.host()).isEqualTo("localhost");
    assertThat(config.port()).isEqualTo(1003);
    assertThat(config.limits().headTime()).isEqualTo(Duration.ofMillis(250));
    assertThat(config.allowedHosts()).contains("a.example", "b.example", "localhost", "127.0.0.1");
    assertThat(config.allowPrivateAddresses()).isTrue();
    assertThat(config.store()).isEqualTo("holdfast.db");
  }

  @Test
  void aWrongValueIsRefusedWithItsKeyItsSourceAndWhatIsAllowed() throws IOException {
    assertRefused(Setting.PORT, "99999", "server.port", "99999", "command line", "0 to 65535");
    assertRefused(Setting.PORT, "http", "a number");
    assertRefused(Setting.HEAD_TIME, "10", "a duration such as 500ms");
    assertRefused(Setting.HEAD_TIME, "2h", "from 100ms to 3600s");
    assertRefused(Setting.PRIVATE_ADDRESSES, "yes", "true or false");
    assertRefused(Setting.STORE, " ", "store.url");
    var file = toml("[server]\nport = -1\n");
    assertThatThrownBy(() -> ServerConfig.from(settings(Map.of(), TomlFile.read(file))))
        .hasMessageContaining("server.port is '-1'")
        .hasMessageContaining(file.toString());
  }

  @Test
  void anAddressThatIsNotOfThisMachineIsRefused() {
    assertRefused(Setting.HOST, "no.such.host.invalid", "no address of this machine");
  }

  @Test
  void aKeyThatMeansNothingIsATypingMistake() throws IOException {
    for (var text : new String[] {"[server]\nprot = 1\n", "[sever]\nport = 1\n", "port = 1\n"}) {
      var file = toml(text);
      assertThatThrownBy(() -> TomlFile.read(file))
          .isInstanceOf(BadSetting.class)
          .hasMessageContaining("means nothing")
          .hasMessageContaining("server.port");
    }
  }

  @Test
  void aVariableThatIsNearlyRightIsATypingMistakeAndWhatOthersPutThereIsNot() {
    var mistyped = Map.of("HOLDFAST_WORKER_POOL_WORKER_COUTN", "7");

    assertThatThrownBy(() -> Settings.of(Map.of(), mistyped, Map.of()))
        .isInstanceOf(BadSetting.class)
        .hasMessageContaining("HOLDFAST_WORKER_POOL_WORKER_COUTN")
        .hasMessageContaining("Did you mean HOLDFAST_WORKER_POOL_WORKER_COUNT?");

    var kubernetes =
        Map.of(
            "HOLDFAST_SERVICE_HOST", "10.0.0.1",
            "HOLDFAST_SERVER_PORT_8080_TCP", "tcp://10.0.0.1:8080",
            "HOLDFAST_URL", "http://127.0.0.1:8080",
            "HOLDFAST_JAVA_OPTS", "-Xmx2g");
    assertThat(Settings.of(Map.of(), kubernetes, Map.of()).value(Setting.PORT).source())
        .isEqualTo("the default");
  }

  @Test
  void aValueThatIsATableIsRefusedWithItsKey() throws IOException {
    for (var text :
        new String[] {
          "[server]\nport = {a = 1}\n", "[server.port]\na = 1\n", "[server]\nport = [[1]]\n"
        }) {
      var file = toml(text);
      assertThatThrownBy(() -> TomlFile.read(file))
          .isInstanceOf(BadSetting.class)
          .hasMessageStartingWith("server.port is ")
          .hasMessageContaining("1")
          .hasMessageContaining("it must be a text, a number");
    }
  }

  @Test
  void aFileThatIsNotTomlIsRefusedWithTheLine() throws IOException {
    var file = toml("[server]\nport = = 1\n");

    assertThatThrownBy(() -> TomlFile.read(file))
        .isInstanceOf(BadSetting.class)
        .hasMessageContaining("line 2");
    assertThatThrownBy(() -> TomlFile.read(folder.resolve("missing.toml")))
        .isInstanceOf(BadSetting.class)
        .hasMessageContaining("missing.toml");
  }

  private static void assertRefused(Setting setting, String value, String... says) {
    var failing =
        assertThatThrownBy(() -> ServerConfig.from(settings(flag(setting, value), Map.of())))
            .isInstanceOf(BadSetting.class);
    for (var text : says) {
      failing.hasMessageContaining(text);
    }
  }

  private static Settings settings(
      Map<Setting, @Nullable String> flags, Map<Setting, Settings.Value> file) {
    return Settings.of(flags, Map.of(), file);
  }

  private static Map<Setting, @Nullable String> flag(Setting setting, String value) {
    Map<Setting, @Nullable String> flags = new EnumMap<>(Setting.class);
    flags.put(setting, value);
    return flags;
  }

  private Path toml(String text) throws IOException {
    return Files.writeString(Files.createTempFile(folder, "holdfast", ".toml"), text);
  }
}
