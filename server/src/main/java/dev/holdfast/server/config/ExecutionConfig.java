package dev.holdfast.server.config;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How {@code /api/v1} treats those who trigger executions.
 *
 * @param async whether a trigger is answered before the execution has ended
 * @param waitAtMost how long a trigger waits for the end when it is not
 * @param waitingTriggers how many triggers may wait for the disk before more are refused
 * @param waitingCommits how many commits may wait for the disk before triggers are refused
 * @param readyRuns how many runs may be ready and wait before triggers are refused
 * @param priorityLevels priorities go from 0 to one less than this
 * @param dangerousHeaders headers that no workflow gets to see, in lower case
 */
public record ExecutionConfig(
    boolean async,
    Duration waitAtMost,
    int waitingTriggers,
    int waitingCommits,
    int readyRuns,
    int priorityLevels,
    Set<String> dangerousHeaders) {

  private static final int WAITING_MAX = 100_000;
  private static final int READY_MAX = 10_000_000;
  private static final int LEVELS_MAX = 100;
  private static final Pattern HEADER_NAME = Pattern.compile("[\\w!#$%&'*+.^`|~-]+");

  static ExecutionConfig from(Settings settings, Duration requestTime) {
    boolean async = settings.flag(Setting.ASYNC);
    // The connection of a request that takes longer is closed, so that nobody would get the answer.
    var longest = requestTime.minus(requestTime.dividedBy(10));
    var wait = settings.duration(Setting.SYNC_TIME, Duration.ofMillis(1), Duration.ofHours(1));
    if (!async && wait.compareTo(longest) > 0) {
      throw BadSetting.of(
          Setting.SYNC_TIME,
          settings.value(Setting.SYNC_TIME),
          "at most nine tenths of %s, which is %s"
              .formatted(Setting.REQUEST_TIME.key(), settings.value(Setting.REQUEST_TIME).text()));
    }
    return new ExecutionConfig(
        async,
        wait,
        settings.number(Setting.WAITING_TRIGGERS, 1, WAITING_MAX),
        settings.number(Setting.WAITING_COMMITS, 1, WAITING_MAX),
        settings.number(Setting.READY_RUNS, 1, READY_MAX),
        settings.number(Setting.PRIORITY_LEVELS, 1, LEVELS_MAX),
        headerNames(settings));
  }

  /** What cannot be the name of a header would strip nothing, without a word. */
  private static Set<String> headerNames(Settings settings) {
    var names = settings.names(Setting.DANGEROUS_HEADERS);
    if (!names.stream().allMatch(name -> HEADER_NAME.matcher(name).matches())) {
      throw BadSetting.of(
          Setting.DANGEROUS_HEADERS,
          settings.value(Setting.DANGEROUS_HEADERS),
          "names of headers with commas between, or nothing");
    }
    return names.stream()
        .map(name -> name.toLowerCase(Locale.ROOT))
        .collect(Collectors.toUnmodifiableSet());
  }
}
