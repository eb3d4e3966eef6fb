package dev.holdfast;

import dev.holdfast.engine.LiveRun;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What a run has to do with the world around it: other runs, the time, chance. */
final class Links {

  private final LiveRun run;
  private final Values values;
  private final TypedSteps steps;

  Links(LiveRun run, Values values, TypedSteps steps) {
    this.run = run;
    this.values = values;
    this.steps = steps;
  }

  <I extends @Nullable Object, O extends @Nullable Object> O call(
      String name, Workflow<I, O> workflow, I input) {
    var request = workflow.request(new StartOptions(run.now()), input);
    try {
      return steps.read(name, run.calls().call(name, request), workflow.resultType());
    } catch (StepFailedException failed) {
      var message = "%s failed: %s".formatted(workflow, failed.failure().summary());
      throw new ChildFailedException(name, message, failed);
    }
  }

  <I extends @Nullable Object, O extends @Nullable Object> Run<O> start(
      String name, Workflow<I, O> workflow, I input, Consumer<StartOptions> options) {
    var chosen = new StartOptions(run.now());
    options.accept(chosen);
    return workflow.detached(run.calls().start(name, workflow.request(chosen, input)));
  }

  /** Recorded, and not with a commit of its own: {@code RunLog.choose} says why that is enough. */
  Instant now(String name) {
    var stored = run.facts().choose(name, "now", () -> values.write(run.now(), Instant.class));
    return steps.read(name, stored, Instant.class);
  }

  /** Not recorded at all: derived from the run and the name, it is the same in every life. */
  RandomGenerator random(String name) {
    return new SplittableRandom(derived(name).getLong());
  }

  /** Derived as well; the marks of a UUID of version 8 say that its bits are of our own making. */
  UUID uuid(String name) {
    var bits = derived(name);
    long high = (bits.getLong() & ~0xf000L) | 0x8000L;
    long low = (bits.getLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
    return new UUID(high, low);
  }

  private ByteBuffer derived(String name) {
    try {
      var text = run.origin() + "/" + name;
      var digest = MessageDigest.getInstance("SHA-256");
      return ByteBuffer.wrap(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
