package dev.holdfast.testkit.kill;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Arrays;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs test classes in a JVM of their own, and ends with the number of tests that failed. */
public final class TestRun {

  /** What it ends with when there was nothing to run, which is no success either. */
  static final int NOTHING = 250;

  private TestRun() {}

  public static void main(String[] classes) {
    var request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(Arrays.stream(classes).map(name -> selectClass(name)).toList())
            .build();
    var listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    var summary = listener.getSummary();
    summary.getFailures().forEach(failure -> System.err.println(failure.getException().toString()));
    boolean nothing = summary.getTestsFoundCount() == 0;
    System.exit(nothing ? NOTHING : (int) Math.min(100, summary.getTotalFailureCount()));
  }
}
