package dev.holdfast.server.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Every setting there is: its key in {@code holdfast.toml}, what it is without one, its meaning.
 */
public enum Setting {
  HOST("server.host", "127.0.0.1", "the address to listen on"),
  PORT("server.port", "8080", "the port to listen on; 0 for any that is free"),
  ALLOWED_HOSTS("server.allowed_hosts", "", "more names under which the server may be addressed"),
  BODY_MAX("server.max_body_bytes", "1048576", "the largest body of a request"),
  CONNECTIONS_MAX("server.max_connections", "4096", "how many clients may be connected at once"),
  HEAD_TIME("server.head_timeout", "10s", "how long the head of a request may take to arrive"),
  REQUEST_TIME("server.request_timeout", "30s", "how long a whole request may take to arrive"),
  IDLE_TIME("server.idle_timeout", "30s", "how long a connection may say nothing"),
  STREAM_QUEUE("server.stream_queue", "1000", "how many events may wait for one client"),
  HEARTBEAT("server.stream_heartbeat", "15s", "how often a silent stream says it is alive"),
  GRACE("server.shutdown_grace", "10s", "how long running steps may take when the server stops"),
  STORE("store.url", "holdfast.db", "the path of a SQLite file or a jdbc:postgresql: URL"),
  NODE("node.name", "node", "what people call this node"),
  TELEMETRY_ENDPOINT(
      "telemetry.endpoint",
      "",
      "the OpenTelemetry collector that gets traces (OTLP over HTTP); empty for none"),
  TELEMETRY_SERVICE("telemetry.service_name", "holdfast", "what this service is called there"),
  TELEMETRY_RATIO("telemetry.sample_ratio", "1.0", "the share of runs that it gets traces of"),
  LOG_FORMAT("log.format", "text", "how the server writes its own log: text or json"),
  LOG_LEVEL("log.level", "info", "the least it writes: error, warn, info, debug or trace"),
  PRIVATE_ADDRESSES(
      "http.allow_private_addresses", "false", "whether http steps may call private addresses"),
  REQUIRE_TOKEN(
      "security.require_token", "false", "whether even this machine must send an API token"),
  TOKEN_RATE("security.requests_per_second", "1000", "how often a second one token may be used"),
  ASYNC(
      "async_execution.enabled", "true", "whether a trigger is answered before the execution ends"),
  SYNC_TIME("async_execution.wait_timeout", "25s", "how long a trigger waits when it is not"),
  WAITING_TRIGGERS(
      "async_execution.max_waiting_triggers",
      "1000",
      "how many triggers may wait for the disk before more are refused with 429"),
  WAITING_COMMITS(
      "async_execution.max_waiting_commits",
      "10000",
      "how many commits may wait for the disk before triggers are refused with 429"),
  READY_RUNS(
      "async_execution.max_ready_runs",
      "100000",
      "how many runs may be ready and wait before triggers are refused with 429"),
  PRIORITY_LEVELS(
      "worker_pool.priority_levels", "5", "priorities of triggers go from 0 to one less than this"),
  RETENTION_DAYS(
      "async_execution.execution_history_retention_days",
      "30",
      "for how many days runs that have ended are kept; 0 for ever"),
  RECOVERY(
      "async_execution.recovery_on_startup",
      "true",
      "whether runs of dead nodes are taken over at the start, or only by the first clean-up"),
  ARCHIVE(
      "async_execution.archive_dir",
      "",
      "where runs go before they are deleted; empty for a folder beside the store"),
  POOL("worker_pool.enabled", "true", "whether there is a limit to how many steps execute at once"),
  WORKERS("worker_pool.worker_count", "5", "how many steps execute at once, to begin with"),
  WORKERS_MIN("worker_pool.min_workers", "1", "idle workers leave, but so many stay"),
  WORKERS_MAX("worker_pool.max_workers", "20", "how many steps execute at once at most"),
  WORKER_IDLE("worker_pool.worker_idle_timeout_seconds", "300", "a worker idle for so long leaves"),
  POLL(
      "worker_pool.job_poll_interval_ms",
      "1000",
      "how often to look for work, and how long a step waits before the pool grows"),
  CLAIM_TIME(
      "worker_pool.job_claim_timeout_seconds",
      "30",
      "how long a node that says nothing is believed alive"),
  STEP_TIME(
      "worker_pool.job_execution_timeout_seconds",
      "3600",
      "a step that takes longer is cut off and has failed, unless it has a time-out of its own"),
  RETRIES(
      "worker_pool.max_retry_attempts",
      "3",
      "how often a triggered execution tries a step again that says nothing of it"),
  RETRY_DELAY("worker_pool.retry_delay_ms", "1000", "how long it waits before the first of them"),
  RETRY_MULTIPLIER(
      "worker_pool.retry_backoff_multiplier", "2.0", "how much longer each further wait is"),
  RETRY_DELAY_MAX("worker_pool.retry_max_delay_seconds", "3600", "the longest of these waits"),
  BATCH("worker_pool.job_batch_size", "10", "how many runs are taken from the queue at once"),
  DEAD_LETTER_THRESHOLD(
      "worker_pool.dead_letter_threshold",
      "10",
      "how often a run may be claimed without progress before it is a dead letter"),
  HEALTH_CHECK(
      "worker_pool.worker_health_check_interval_seconds",
      "30",
      "how often the pool looks after its workers"),
  CLEANUP(
      "worker_pool.job_claim_cleanup_interval_seconds",
      "600",
      "how often ended runs past their days and dead nodes are cleared away"),
  STARVATION(
      "worker_pool.starvation_seconds",
      "60",
      "what has waited for so long gets one of four free workers, however urgent others are"),
  METRICS("worker_pool.metrics_collection_enabled", "true", "whether /metrics answers"),
  DANGEROUS_HEADERS(
      "security.dangerous_headers",
      "authorization,cookie,x-forwarded-for,x-real-ip,x-forwarded-proto,host,origin,referer,"
          + "x-csrf-token,x-api-key,x-auth-token,bearer,www-authenticate,proxy-authorization,"
          + "proxy-authenticate",
      "headers of a trigger that no workflow gets to see; empty for none");

  /** How all environment variables of ours begin. */
  static final String PREFIX = "HOLDFAST_";

  private final String key;
  private final String initial;
  private final String meaning;

  Setting(String key, String initial, String meaning) {
    this.key = key;
    this.initial = initial;
    this.meaning = meaning;
  }

  public String key() {
    return key;
  }

  /** The value when nobody says otherwise. */
  public String initial() {
    return initial;
  }

  public String meaning() {
    return meaning;
  }

  /** The name of its environment variable. */
  public String variable() {
    return PREFIX + key.replace('.', '_').toUpperCase(Locale.ROOT);
  }

  /** All names under which the environment may hold it, the one that wins last. */
  List<String> variables() {
    return switch (this) {
      case DANGEROUS_HEADERS -> List.of(variable(), "SP_DANGEROUS_HEADERS");
      case TELEMETRY_ENDPOINT -> List.of("OTEL_EXPORTER_OTLP_ENDPOINT", variable());
      case TELEMETRY_RATIO -> List.of("OTEL_TRACES_SAMPLER_ARG", variable());
      case TELEMETRY_SERVICE -> List.of("OTEL_SERVICE_NAME", variable());
      default -> List.of(variable());
    };
  }

  /**
   * The setting with this key.
   *
   * @throws BadSetting when there is none
   */
  public static Setting named(String key) {
    return byKey(key)
        .orElseThrow(() -> new BadSetting("'%s' means nothing. %s".formatted(key, all())));
  }

  /** A sentence with every key. */
  static String all() {
    return "The settings are: "
        + Arrays.stream(values()).map(Setting::key).collect(Collectors.joining(", "))
        + ".";
  }

  static Optional<Setting> byKey(String key) {
    return Arrays.stream(values()).filter(setting -> setting.key.equals(key)).findFirst();
  }
}
