package dev.holdfast.testkit;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A plan without faults that lets no commit through while it is shut. */
final class Gate implements FaultyStore.Faults {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition opened = lock.newCondition();
  private boolean shut;
  private int waiting;

  void shut() {
    lock.lock();
    try {
      shut = true;
    } finally {
      lock.unlock();
    }
  }

  void open() {
    lock.lock();
    try {
      shut = false;
      opened.signalAll();
    } finally {
      lock.unlock();
    }
  }

  int waiting() {
    lock.lock();
    try {
      return waiting;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public @Nullable Fault at(long n) {
    lock.lock();
    try {
      waiting++;
      while (shut) {
        opened.awaitUninterruptibly();
      }
      waiting--;
      return null;
    } finally {
      lock.unlock();
    }
  }
}
