package dev.holdfast.bench;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Requests at a steady rate, whether or not earlier ones were answered. Each is timed from the
 * moment it was due: a server that stands still for a second is charged for all that came then.
 *
 * @param latency of those that were accepted
 * @param bodies of those that were accepted
 * @param refused with 429, as an overloaded server may
 * @param failed otherwise; there should be none
 */
record SteadyRate(Percentiles latency, List<String> bodies, int refused, int failed) {

  private record Answer(int status, String body, long nanos) {}

  static SteadyRate measure(
      ServerChild server, int perSecond, int seconds, Supplier<HttpRequest> requests) {
    List<CompletableFuture<Answer>> answers = new ArrayList<>();
    long begun = System.nanoTime();
    for (int i = 0; i < perSecond * seconds; i++) {
      long due = begun + i * 1_000_000_000L / perSecond;
      for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      answers.add(
          server
              .client()
              .sendAsync(requests.get(), HttpResponse.BodyHandlers.ofString())
              .handle((response, failure) -> answer(response, failure, due)));
    }
    return of(answers.stream().map(CompletableFuture::join).toList());
  }

  private static Answer answer(HttpResponse<String> response, Throwable failure, long due) {
    return failure == null
        ? new Answer(response.statusCode(), response.body(), System.nanoTime() - due)
        : new Answer(0, failure.toString(), 0);
  }

  private static SteadyRate of(List<Answer> answers) {
    var accepted = answers.stream().filter(answer -> answer.status == 202).toList();
    int refused = (int) answers.stream().filter(answer -> answer.status == 429).count();
    return new SteadyRate(
        Percentiles.of(nanos(accepted)),
        accepted.stream().map(Answer::body).toList(),
        refused,
        answers.size() - accepted.size() - refused);
  }

  private static long[] nanos(List<Answer> answers) {
    return answers.stream().flatMapToLong(answer -> LongStream.of(answer.nanos)).toArray();
  }
}
