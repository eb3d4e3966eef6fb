package dev.holdfast.server.config;

import dev.holdfast.engine.WorkerOptions;
import dev.holdfast.graph.RetryDefinition;
import java.time.Duration;

/**
 * Who executes steps, how often, and what becomes of runs afterwards.
 *
 * @param bounded whether there is a limit to how many steps execute at once
 * @param poll how often to look for work that nobody announced
 * @param claimTime how long a node that says nothing is believed alive
 * @param retry how triggered executions try steps again that say nothing of it
 * @param deadLetterThreshold how often a run may be claimed without progress
 * @param recoverAtOnce whether the runs of dead nodes are taken over at the start
 * @param cleanEvery how often ended runs and dead nodes are cleared away
 * @param retentionDays for how many days ended runs are kept; 0 for ever
 * @param archive where they go before they are deleted; empty for a folder beside the store
 */
public record PoolConfig(
    boolean bounded,
    WorkerOptions workers,
    Duration poll,
    Duration claimTime,
    RetryDefinition retry,
    int deadLetterThreshold,
    boolean recoverAtOnce,
    Duration cleanEvery,
    int retentionDays,
    String archive,
    boolean metrics) {

  private static final int WORKERS_MAX = 50;
  private static final int HOUR = 3_600;
  private static final int DAY = 24 * HOUR;
  private static final double JITTER = 0.1;

  static PoolConfig from(Settings settings) {
    int max = settings.number(Setting.WORKERS_MAX, 1, WORKERS_MAX);
    int min = settings.number(Setting.WORKERS_MIN, 1, WORKERS_MAX);
    refuseOutside(settings, Setting.WORKERS_MIN, min, 1, max);
    int count = settings.number(Setting.WORKERS, 1, WORKERS_MAX);
    if (settings.isInitial(Setting.WORKERS)) {
      // Whoever gives only the limits has said nothing that contradicts them.
      count = Math.clamp(count, min, max);
    }
    refuseOutside(settings, Setting.WORKERS, count, min, max);
    var poll = Duration.ofMillis(settings.number(Setting.POLL, 10, 60_000));
    var workers =
        new WorkerOptions(
            count,
            min,
            max,
            seconds(settings, Setting.WORKER_IDLE, DAY),
            poll,
            seconds(settings, Setting.HEALTH_CHECK, HOUR),
            seconds(settings, Setting.STEP_TIME, 7 * DAY),
            settings.number(Setting.BATCH, 1, 1_000),
            seconds(settings, Setting.STARVATION, DAY));
    return new PoolConfig(
        settings.flag(Setting.POOL),
        workers,
        poll,
        seconds(settings, Setting.CLAIM_TIME, HOUR),
        retry(settings),
        settings.number(Setting.DEAD_LETTER_THRESHOLD, 1, 1_000),
        settings.flag(Setting.RECOVERY),
        seconds(settings, Setting.CLEANUP, DAY),
        settings.number(Setting.RETENTION_DAYS, 0, 36_500),
        settings.value(Setting.ARCHIVE).text().strip(),
        settings.flag(Setting.METRICS));
  }

  private static RetryDefinition retry(Settings settings) {
    var delay = Duration.ofMillis(settings.number(Setting.RETRY_DELAY, 0, HOUR * 1_000));
    var most = Duration.ofSeconds(settings.number(Setting.RETRY_DELAY_MAX, 0, DAY));
    return new RetryDefinition(
        1 + settings.number(Setting.RETRIES, 0, 100),
        delay.compareTo(most) > 0 ? most : delay,
        settings.decimal(Setting.RETRY_MULTIPLIER, 1, 100),
        most,
        JITTER);
  }

  private static Duration seconds(Settings settings, Setting setting, int most) {
    return Duration.ofSeconds(settings.number(setting, 1, most));
  }

  private static void refuseOutside(
      Settings settings, Setting setting, int value, int least, int most) {
    if (value < least || value > most) {
      throw BadSetting.of(
          setting,
          settings.value(setting),
          "a number from %d to %d, that is between %s and %s"
              .formatted(least, most, Setting.WORKERS_MIN.key(), Setting.WORKERS_MAX.key()));
    }
  }
}
