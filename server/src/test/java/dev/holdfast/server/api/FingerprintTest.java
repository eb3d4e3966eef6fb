package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FingerprintTest {

  @Test
  void whatVariesDoesNotCount() {
    assertSame("order 4711 not found", "order 12 not found");
    assertSame(
        "run 01a1e196-3b80-7390-8137-66bf3b6ea17b is gone",
        "run 01a1e196-3965-70f3-9c7d-67fe8272e31c is gone");
    assertSame("no step \"a\"", "no step \"b\"");
    assertSame("GET https://a.example/x?y=1 failed", "GET https://b.example/z failed");
    assertSame("connect to 10.0.0.1:5432 refused", "connect to 10.0.0.27:5432 refused");
    assertSame("after 30.5s", "after 2s");
  }

  @Test
  void whatIsSaidCounts() {
    assertThat(Fingerprint.of("w", "card declined"))
        .isNotEqualTo(Fingerprint.of("w", "card expired"));
    assertThat(Fingerprint.of("w", "card declined"))
        .isNotEqualTo(Fingerprint.of("v", "card declined"));
    assertThat(Fingerprint.of("w", null)).isNull();
    assertThat(Fingerprint.of("w", "x")).matches("[0-9a-f]{8}");
  }

  private static void assertSame(String one, String other) {
    assertThat(Fingerprint.pattern(one)).isEqualTo(Fingerprint.pattern(other));
  }
}
