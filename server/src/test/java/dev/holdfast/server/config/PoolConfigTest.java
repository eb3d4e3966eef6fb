package dev.holdfast.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The settings of document 001: read, and refused when they cannot be right. */
class PoolConfigTest {

  /** As it stands in document 001. */
  private static final String DOCUMENT =
      """
      [async_execution]
      enabled = true
      execution_history_retention_days = 30
      recovery_on_startup = true

      [worker_pool]
      worker_count = 5
      min_workers = 1
      max_workers = 20
      worker_idle_timeout_seconds = 300
      job_poll_interval_ms = 1000
      job_claim_timeout_seconds = 300
      job_execution_timeout_seconds = 3600
      max_retry_attempts = 3
      retry_backoff_multiplier = 2.0
      retry_max_delay_seconds = 3600
      job_batch_size = 10
      priority_levels = 5
      dead_letter_threshold = 10
      worker_health_check_interval_seconds = 30
      job_claim_cleanup_interval_seconds = 600
      metrics_collection_enabled = true
      """;

  @TempDir Path folder;

  @Test
  void theFileOfDocumentOneIsUnderstoodAsItStands() throws Exception {
    var file = Files.writeString(folder.resolve("holdfast.toml"), DOCUMENT);

    var pool = config(Map.of(), Map.of(), TomlFile.read(file)).pool();

    assertThat(pool.workers().count()).isEqualTo(5);
    assertThat(pool.workers().min()).isEqualTo(1);
    assertThat(pool.workers().max()).isEqualTo(20);
    assertThat(pool.workers().idleAfter()).isEqualTo(Duration.ofMinutes(5));
    assertThat(pool.workers().checkEvery()).isEqualTo(Duration.ofSeconds(30));
    assertThat(pool.workers().stepTimeout()).isEqualTo(Duration.ofHours(1));
    assertThat(pool.workers().batch()).isEqualTo(10);
    assertThat(pool.poll()).isEqualTo(Duration.ofSeconds(1));
    assertThat(pool.claimTime()).isEqualTo(Duration.ofMinutes(5));
    assertThat(pool.retry().maxAttempts()).isEqualTo(4);
    assertThat(pool.retry().multiplier()).isEqualTo(2);
    assertThat(pool.retry().maxDelay()).isEqualTo(Duration.ofHours(1));
    assertThat(pool.deadLetterThreshold()).isEqualTo(10);
    assertThat(pool.recoverAtOnce()).isTrue();
    assertThat(pool.cleanEvery()).isEqualTo(Duration.ofMinutes(10));
    assertThat(pool.retentionDays()).isEqualTo(30);
    assertThat(pool.metrics()).isTrue();
  }

  @Test
  void aFlagWinsOverTheEnvironmentAndThatOverTheFile() throws Exception {
    var file = Files.writeString(folder.resolve("holdfast.toml"), DOCUMENT);
    var environment =
        Map.of("HOLDFAST_WORKER_POOL_WORKER_COUNT", "7", "HOLDFAST_WORKER_POOL_MAX_WORKERS", "9");

    var pool = config(Map.of(Setting.WORKERS_MAX, "8"), environment, TomlFile.read(file)).pool();

    assertThat(pool.workers().count()).isEqualTo(7);
    assertThat(pool.workers().max()).isEqualTo(8);
  }

  @ParameterizedTest
  @CsvSource({
    "worker_pool.enabled, no, true or false",
    "worker_pool.worker_count, 0, 1 to 50",
    "worker_pool.worker_count, 51, 1 to 50",
    "worker_pool.worker_count, 21, 1 to 20",
    "worker_pool.min_workers, 0, 1 to 50",
    "worker_pool.min_workers, 21, 1 to 20",
    "worker_pool.max_workers, 51, 1 to 50",
    "worker_pool.worker_idle_timeout_seconds, 0, 1 to 86400",
    "worker_pool.job_poll_interval_ms, 9, 10 to 60000",
    "worker_pool.job_claim_timeout_seconds, 0, 1 to 3600",
    "worker_pool.job_execution_timeout_seconds, 0, 1 to 604800",
    "worker_pool.max_retry_attempts, -1, 0 to 100",
    "worker_pool.retry_delay_ms, -1, 0 to 3600000",
    "worker_pool.retry_backoff_multiplier, 0.5, 1.0 to 100.0",
    "worker_pool.retry_backoff_multiplier, NaN, 1.0 to 100.0",
    "worker_pool.retry_backoff_multiplier, two, 1.0 to 100.0",
    "worker_pool.retry_max_delay_seconds, -1, 0 to 86400",
    "worker_pool.job_batch_size, 0, 1 to 1000",
    "worker_pool.priority_levels, 0, 1 to 100",
    "worker_pool.dead_letter_threshold, 0, 1 to 1000",
    "worker_pool.worker_health_check_interval_seconds, 0, 1 to 3600",
    "worker_pool.job_claim_cleanup_interval_seconds, 0, 1 to 86400",
    "worker_pool.starvation_seconds, 0, 1 to 86400",
    "worker_pool.metrics_collection_enabled, yes, true or false",
    "async_execution.execution_history_retention_days, -1, 0 to 36500",
    "async_execution.recovery_on_startup, 1, true or false",
  })
  void aWrongValueIsRefusedWithKeyValueAndRange(String key, String value, String range) {
    assertThatThrownBy(() -> config(Map.of(Setting.named(key), value), Map.of(), Map.of()))
        .isInstanceOf(BadSetting.class)
        .hasMessageContaining("'" + value + "'")
        .hasMessageContaining(range)
        .hasMessageContaining(key);
  }

  /** As it stands in document 001. */
  private static final String DANGEROUS =
      "authorization,cookie,x-forwarded-for,x-real-ip,x-forwarded-proto,host,origin,referer,"
          + "x-csrf-token,x-api-key,x-auth-token,bearer,www-authenticate,proxy-authorization,"
          + "proxy-authenticate";

  @Test
  void dangerousHeadersAreThoseOfTheDocumentUnlessTheEnvironmentReplacesThem() throws Exception {
    var file =
        Files.writeString(
            folder.resolve("holdfast.toml"), "[security]\ndangerous_headers = [\"x-file\"]\n");

    assertThat(dangerous(Map.of(), Map.of())).containsExactlyInAnyOrder(DANGEROUS.split(",", -1));
    assertThat(dangerous(Map.of("SP_DANGEROUS_HEADERS", ""), TomlFile.read(file))).isEmpty();
    assertThat(
            dangerous(
                Map.of(
                    "SP_DANGEROUS_HEADERS",
                    "Authorization, X-Secret,,x-private",
                    "HOLDFAST_SECURITY_DANGEROUS_HEADERS",
                    "x-other"),
                TomlFile.read(file)))
        .containsExactlyInAnyOrder("authorization", "x-secret", "x-private");
    assertThat(dangerous(Map.of(), TomlFile.read(file))).containsExactly("x-file");
  }

  @Test
  void aListThatWouldStripNothingWithoutAWordIsRefused() {
    for (var list : new String[] {"authorization;cookie", "authorization cookie", "cookie:"}) {
      assertThatThrownBy(() -> dangerous(Map.of("SP_DANGEROUS_HEADERS", list), Map.of()))
          .isInstanceOf(BadSetting.class)
          .hasMessage(
              "security.dangerous_headers is '%s' (SP_DANGEROUS_HEADERS); it must be names of"
                      .formatted(list)
                  + " headers with commas between, or nothing.");
    }
  }

  private static Set<String> dangerous(
      Map<String, String> environment, Map<Setting, Settings.Value> file) {
    return config(Map.of(), environment, file).executions().dangerousHeaders();
  }

  @Test
  void whoeverGivesOnlyALimitGetsAsManyWorkersAsItAllows() {
    assertThat(
            config(Map.of(Setting.WORKERS_MAX, "2"), Map.of(), Map.of()).pool().workers().count())
        .isEqualTo(2);
    assertThat(
            config(Map.of(Setting.WORKERS_MIN, "9"), Map.of(), Map.of()).pool().workers().count())
        .isEqualTo(9);
    assertThatThrownBy(
            () ->
                config(Map.of(Setting.WORKERS_MAX, "2", Setting.WORKERS, "3"), Map.of(), Map.of()))
        .hasMessageContaining("worker_pool.worker_count is '3'")
        .hasMessageContaining("from 1 to 2");
  }

  private static ServerConfig config(
      Map<Setting, String> given,
      Map<String, String> environment,
      Map<Setting, Settings.Value> file) {
    Map<Setting, @Nullable String> flags = new EnumMap<>(Setting.class);
    flags.putAll(given);
    return ServerConfig.from(Settings.of(flags, environment, file));
  }
}
