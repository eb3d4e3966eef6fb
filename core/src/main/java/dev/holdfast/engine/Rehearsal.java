package dev.holdfast.engine;

import dev.holdfast.StepFailedException;
import dev.holdfast.log.Failure;
import dev.holdfast.log.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What code makes of a history without executing anything: it replays what is recorded and stops
 * where it would have to go on.
 *
 * @param missing recorded steps that the code does not ask for
 * @param next the first thing the code asks for that is not recorded; null when it came to its end
 * @param result what it returned, if it came to its end
 * @param failure what it threw, if it did
 */
public record Rehearsal(
    List<String> missing, @Nullable String next, @Nullable Json result, @Nullable Failure failure) {

  /** Runs the program on a run that goes no further than its log. */
  static Rehearsal of(LiveRun run, Program program) {
    Json result = null;
    Failure failure = null;
    try {
      result = program.run(run);
    } catch (Unwind stopped) {
      // It has come to the end of what is recorded.
    } catch (StepFailedException failed) {
      failure = failed.failure();
    } catch (Throwable error) {
      failure = Failure.of(error);
    }
    run.close();
    return new Rehearsal(run.missing(), run.rehearsedTo(), result, failure);
  }
}
