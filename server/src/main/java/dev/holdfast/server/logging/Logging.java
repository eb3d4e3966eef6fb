package dev.holdfast.server.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import dev.holdfast.server.config.LogConfig;
import java.util.Iterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sets up the log of this process. Does nothing where an application brings its own logging. */
public final class Logging {

  private static final String WEB_SERVER = "org.eclipse.jetty";

  private Logging() {}

  public static void use(LogConfig config) {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      apply(config, context);
    }
  }

  static void apply(LogConfig config, LoggerContext context) {
    var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    var level = Level.toLevel(config.level(), Level.INFO);
    root.setLevel(level);
    // Below a warning it writes the headers of requests, those that are stripped among them.
    context.getLogger(WEB_SERVER).setLevel(level == Level.ERROR ? level : Level.WARN);
    if (!config.json()) {
      return;
    }
    for (Iterator<?> all = root.iteratorForAppenders(); all.hasNext(); ) {
      if (all.next() instanceof OutputStreamAppender<?> appender) {
        encode(appender, context);
      }
    }
  }

  @SuppressWarnings("unchecked") // Appenders of loggers take nothing but the events of loggers.
  private static void encode(OutputStreamAppender<?> appender, LoggerContext context) {
    var lines = new JsonLines();
    lines.setContext(context);
    lines.start();
    ((OutputStreamAppender<ILoggingEvent>) appender).setEncoder(lines);
  }
}
