package dev.holdfast.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Values for the store tests. Ids grow in the order in which they are made, as UUIDv7 do. */
final class Sample {

  static final Instant START = Instant.parse("2026-01-02T03:04:05.000006Z");
  static final String WORKFLOW = "shop.pay.v1";
  static final Duration LEASE = Duration.ofSeconds(10);

  /** Texts that have broken somebody's SQL, JSON, file or protocol before. */
  static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "plain",
          "null",
          "NULL",
          "it's \"quoted\" `here` \\ and there \\\\",
          "'; DROP TABLE workflow_run; --",
          "? ?1 :name $1 $$ @p {0} %s",
          "100% _like_ [a-z]*",
          "tab\tline\nreturn\r\nend ",
          "\u0001\u0002\b\f\u001b\u001f\u007f\u0080\u0085\u009f",
          "\u2028\u2029\u200b\ufeff\ufffd\uffff",
          "e\u0301 is not é",
          "Zürich Ελλάδα العربية עברית 日本語 한국어 हिन्दी",
          "😀👩‍👩‍👧🏴󠁧󠁢󠁥󠁮󠁧󠁿𝒳",
          "<b>&amp;</b><!-- ]]>",
          "x".repeat(10_000));

  private static final AtomicLong IDS = new AtomicLong();

  private Sample() {}

  static UUID id() {
    long n = IDS.incrementAndGet();
    return new UUID(((0x0190_0000_0000L + n / 100) << 16) | 0x7000L, 0x8000_0000_0000_0000L + n);
  }

  static HeaderState pending(@Nullable Instant runAt) {
    return new HeaderState(RunStatus.PENDING, runAt, null, 1, null, null, null, null, null, START);
  }

  static HeaderState leased(String node) {
    return new HeaderState(RunStatus.LEASED, START, node, 1, null, null, null, START, null, START);
  }

  static HeaderState in(RunStatus status) {
    return switch (status) {
      case PENDING -> pending(START);
      case LEASED -> leased("node");
      case SUCCEEDED, FAILED, CANCELLED -> ended(status);
    };
  }

  static HeaderState ended(RunStatus status) {
    return new HeaderState(status, START, null, 1, null, null, null, START, START, START);
  }

  static Header header(HeaderState state) {
    return header(WORKFLOW, 100, state);
  }

  static Header header(String workflow, int priority, HeaderState state) {
    return header(id(), workflow, priority, null, state);
  }

  static Header keyed(String key) {
    return header(id(), WORKFLOW, 100, key, pending(START));
  }

  static Header header(
      UUID id, String workflow, int priority, @Nullable String key, HeaderState state) {
    return new Header(
        id, workflow, null, key, priority, 3, null, null, null, null, "default", START, state);
  }

  /** A header in which every column has a value of its own. */
  static Header full(UUID id, String text) {
    return new Header(
        id,
        "workflow " + text,
        json("input " + text),
        "key " + text,
        -7,
        11,
        id(),
        "parent step " + text,
        id(),
        "order " + text,
        "namespace " + text,
        START.minusSeconds(1),
        fullState(text));
  }

  static HeaderState fullState(String text) {
    return new HeaderState(
        RunStatus.FAILED,
        START.plusSeconds(1),
        "node " + text,
        5,
        "waiting for " + text,
        "error " + text,
        json("result " + text),
        START.plusSeconds(2),
        START.plusSeconds(3),
        START.plusSeconds(4));
  }

  static Append insert(Header header) {
    return append(header.id(), 1, 1, new HeaderChange.Insert(header));
  }

  static Append append(UUID run, long seq) {
    return append(run, seq, 1, null);
  }

  static Append append(UUID run, long seq, int count, @Nullable HeaderChange change) {
    return new Append(run, seq, count, events("at " + seq, count), change, List.of());
  }

  /** An entry whose events all say this. */
  static String events(String text, int count) {
    var event = "{\"type\":\"SignalReceived\",\"at\":1,\"name\":" + json(text) + "}";
    return "[" + String.join(",", Collections.nCopies(count, event)) + "]";
  }

  static Claim claim(String node, int limit) {
    return claim(node, Set.of(WORKFLOW), limit);
  }

  static Claim claim(String node, Set<String> workflows, int limit) {
    return new Claim(node, workflows, null, limit, START, claimed(node));
  }

  static Claim only(String node, UUID run) {
    return new Claim(node, Set.of(WORKFLOW), run, 1, START, claimed(node));
  }

  static String claimed(String node) {
    return "[{\"type\":\"RunClaimed\",\"at\":1,\"node\":" + json(node) + "}]";
  }

  /** The text as a JSON string. */
  static String json(String text) {
    var json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x20) {
        json.append("\\u%04x".formatted((int) c));
      } else if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
