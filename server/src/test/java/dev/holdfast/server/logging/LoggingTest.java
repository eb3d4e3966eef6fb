package dev.holdfast.server.logging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import dev.holdfast.Holdfast;
import dev.holdfast.Stores;
import dev.holdfast.engine.EngineOptions;
import dev.holdfast.server.config.BadSetting;
import dev.holdfast.server.config.LogConfig;
import dev.holdfast.server.config.Setting;
import dev.holdfast.server.config.Settings;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.MDC;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The server's own log, in a logging system of its own: other tests log beside this one. */
class LoggingTest {

  @TempDir Path folder;
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final LoggerContext context = new LoggerContext();

  @BeforeEach
  void set() {
    context.setMDCAdapter(MDC.getMDCAdapter());
    var appender = new OutputStreamAppender<ILoggingEvent>();
    appender.setContext(context);
    var lines = new JsonLines();
    lines.setContext(context);
    appender.setEncoder(lines);
    appender.setOutputStream(written);
    appender.start();
    context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender);
    Logging.apply(new LogConfig(true, "info"), context);
  }

  @AfterEach
  void stop() {
    context.stop();
  }

  @Test
  void aLineIsAnObjectWhateverItSays() {
    var log = context.getLogger("shop.Checkout");
    log.info("paid \"{}\"\nin full: {}", 7, "\u0001 é 日本");
    log.warn("lost", new IllegalStateException("no answer"));
    log.debug("not written");

    assertThat(lines()).hasSize(2);
    var first = lines().getFirst();
    assertThat(first.get("message").asString()).isEqualTo("paid \"7\"\nin full: \u0001 é 日本");
    assertThat(first.get("level").asString()).isEqualTo("info");
    assertThat(first.get("logger").asString()).isEqualTo("shop.Checkout");
    assertThat(first.get("thread").asString()).isEqualTo(Thread.currentThread().getName());
    assertThat(Instant.parse(first.get("at").asString())).isBefore(Instant.now().plusSeconds(60));
    assertThat(first.has("run")).isFalse();
    assertThat(lines().getLast().get("error").asString())
        .startsWith("java.lang.IllegalStateException: no answer")
        .contains("LoggingTest");
  }

  @Test
  void everyLineNamesTheRunAndThoseOfAStepItsStepAndAttempt() {
    var log = context.getLogger("shop.Bank");
    List<UUID> runs = new ArrayList<>();
    var store = Stores.open(folder.resolve("test.db").toString());
    try (var holdfast = Holdfast.on(store, EngineOptions.defaults(), new LogNames())) {
      holdfast.execute(
          "pay",
          wf -> {
            runs.add(wf.runId());
            log.info("before");
            wf.step("hold", () -> log.info("in hold"));
            wf.step("capture", () -> log.info("in capture"), s -> s.timeout(Duration.ofMinutes(1)));
            log.info("after");
          });
    }

    assertThat(lines())
        .extracting(line -> line.get("message").asString())
        .containsExactly("before", "in hold", "in capture", "after");
    for (var line : lines()) {
      var message = line.get("message").asString();
      assertThat(line.get("run").asString()).as(message).isEqualTo(runs.getFirst().toString());
      assertThat(line.has("step")).as(message).isEqualTo(message.startsWith("in "));
      if (line.has("step")) {
        assertThat("in " + line.get("step").asString()).isEqualTo(message);
        assertThat(line.get("attempt").asString()).isEqualTo("1");
      }
    }
    assertThat(MDC.getCopyOfContextMap()).as("of whoever asked").isNullOrEmpty();
  }

  @Test
  void aLineThatNamesARunHasItAsAField() {
    var log = context.getLogger("dev.holdfast.Engine");
    MDC.put("run", "another");
    MDC.put("node", "n1");

    log.atError().addKeyValue("run", "r-1").log("Run {} cannot be loaded", "r-1");
    MDC.clear();

    var line = lines().getFirst();
    assertThat(line.get("run").asString()).isEqualTo("r-1");
    assertThat(line.get("node").asString()).isEqualTo("n1");
  }

  @Test
  void onlyKnownFormatsAndLevelsAreAccepted() {
    assertThat(LogConfig.from(settings("HOLDFAST_LOG_FORMAT", "JSON")).json()).isTrue();
    assertThat(LogConfig.from(settings("HOLDFAST_LOG_LEVEL", "debug")).level()).isEqualTo("debug");
    assertThatThrownBy(() -> LogConfig.from(settings("HOLDFAST_LOG_FORMAT", "xml")))
        .isInstanceOf(BadSetting.class)
        .hasMessage("log.format is 'xml' (HOLDFAST_LOG_FORMAT); it must be one of json, text.");
    assertThatThrownBy(() -> LogConfig.from(settings("HOLDFAST_LOG_LEVEL", "loud")))
        .isInstanceOf(BadSetting.class)
        .hasMessageContaining("log.level");
  }

  private static Settings settings(String variable, String value) {
    Map<Setting, @Nullable String> flags = new EnumMap<>(Setting.class);
    return Settings.of(flags, Map.of(variable, value), Map.of());
  }

  private List<JsonNode> lines() {
    var json = new JsonMapper();
    return written.toString(StandardCharsets.UTF_8).lines().map(json::readTree).toList();
  }
}
