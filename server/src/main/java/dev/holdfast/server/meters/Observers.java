package dev.holdfast.server.meters;

import dev.holdfast.engine.Observer;
import dev.holdfast.engine.StepAttempt;
import dev.holdfast.log.Event;
import dev.holdfast.log.RunState;
import java.util.List;
import java.util.concurrent.Callable;

/** Several observers as one. */
public record Observers(List<Observer> all) implements Observer {

  @Override
  public void tried(Tried attempt) {
    all.forEach(one -> one.tried(attempt));
  }

  @Override
  public void ended(RunState run, Event end) {
    all.forEach(one -> one.ended(run, end));
  }

  @Override
  public <T> T during(StepAttempt attempt, Callable<T> code) throws Exception {
    Callable<T> inner = code;
    for (var one : all) {
      var further = inner;
      inner = () -> one.during(attempt, further);
    }
    return inner.call();
  }
}
