package dev.holdfast.engine;

import dev.holdfast.LogLevel;
import dev.holdfast.log.Event;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lines that one attempt at a step writes. They ride along with the next commit of the run and
 * cost none of their own. There are bounds, for a log is folded whenever its run is loaded: a
 * program that writes a line per row must not make its own run unreadable.
 */
final class StepLines {

  static final int LINES_MAX = 1_000;
  static final int LINE_CHARS_MAX = 4_000;
  static final int CHARS_MAX = 64_000;

  private final RunLog log;
  private final Clock clock;
  private final String step;
  private final int attempt;
  private final ReentrantLock lock = new ReentrantLock();
  private int lines;
  private int chars;
  private boolean full;
  private boolean closed;

  StepLines(RunLog log, Clock clock, String step, int attempt) {
    this.log = log;
    this.clock = clock;
    this.step = step;
    this.attempt = attempt;
  }

  /** Writes a line, from any thread; nothing once the attempt is over. */
  void write(LogLevel level, String text) {
    var line = cut(text);
    lock.lock();
    try {
      if (closed || full) {
        return;
      }
      lines++;
      chars += line.length();
      if (lines > LINES_MAX || chars > CHARS_MAX) {
        full = true;
        add(LogLevel.WARN, "too many lines: what this attempt writes from here on is not kept");
      } else {
        add(level, line);
      }
    } finally {
      lock.unlock();
    }
  }

  /** A transaction may be tried several times, and each time its code may write. */
  void open() {
    set(false);
  }

  /**
   * The attempt is over. When this returns no line can come behind its end, whatever threads it
   * left behind.
   */
  void close() {
    set(true);
  }

  private void set(boolean over) {
    lock.lock();
    try {
      closed = over;
    } finally {
      lock.unlock();
    }
  }

  private void add(LogLevel level, String line) {
    log.buffer(new Event.StepLogged(clock.now(), step, attempt, level.word(), line));
  }

  private static String cut(String text) {
    if (text.length() <= LINE_CHARS_MAX) {
      return text;
    }
    boolean insideCharacter = Character.isHighSurrogate(text.charAt(LINE_CHARS_MAX - 1));
    return text.substring(0, LINE_CHARS_MAX - (insideCharacter ? 1 : 0)) + "…";
  }
}
