package dev.holdfast.server.meters;

import dev.holdfast.engine.Observer;
import dev.holdfast.engine.StepAttempt;
import dev.holdfast.log.Event;
import dev.holdfast.log.RunState;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Several observers as one. What goes wrong in one of them is nobody else's trouble. */
public record Observers(List<Observer> all) implements Observer {

  private static final Logger log = LoggerFactory.getLogger(Observers.class);

  @Override
  public void tried(Tried attempt) {
    tell(one -> one.tried(attempt));
  }

  @Override
  public void ended(RunState run, Event end) {
    tell(one -> one.ended(run, end));
  }

  @Override
  public void advancing(UUID run, Runnable code) {
    Runnable inner = code;
    for (var one : all) {
      var further = inner;
      inner = () -> one.advancing(run, further);
    }
    inner.run();
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

  private void tell(Consumer<Observer> news) {
    for (var one : all) {
      try {
        news.accept(one);
      } catch (RuntimeException e) {
        log.warn("An observer failed", e);
      }
    }
  }
}
