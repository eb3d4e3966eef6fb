package dev.holdfast.server.meters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.Stores;
import dev.holdfast.engine.EngineOptions;
import dev.holdfast.engine.Observer;
import dev.holdfast.engine.StepAttempt;
import dev.holdfast.log.Event;
import dev.holdfast.log.RunState;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObserversTest {

  @TempDir Path folder;

  private record Noting(String name, List<String> notes) implements Observer {
    @Override
    public void tried(Tried attempt) {
      notes.add(name + " tried");
    }

    @Override
    public void ended(RunState run, Event end) {
      notes.add(name + " ended");
    }

    @Override
    public <T> T during(StepAttempt attempt, Callable<T> code) throws Exception {
      notes.add(name + " begins");
      return code.call();
    }
  }

  @Test
  void allAreToldAndOneThatFailsKeepsNobodyFromHearing() {
    List<String> notes = new CopyOnWriteArrayList<>();
    Observer broken =
        new Observer() {
          @Override
          public void tried(Tried attempt) {
            throw new IllegalStateException("broken");
          }
        };
    var all = new Observers(List.of(new Noting("a", notes), broken, new Noting("b", notes)));
    var store = Stores.open(folder.resolve("test.db").toString());
    try (var holdfast = Holdfast.on(store, EngineOptions.defaults(), all)) {
      int seven = holdfast.run("x", wf -> wf.step("one", () -> 7));
      assertThat(seven).isEqualTo(7);
    }

    assertThat(notes)
        .containsExactlyInAnyOrder(
            "a begins", "b begins", "a tried", "b tried", "a ended", "b ended");
  }
}
