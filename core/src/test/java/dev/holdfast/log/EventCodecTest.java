package dev.holdfast.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.store.Entry;
import dev.holdfast.store.Payload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EventCodecTest {

  private static final EventCodec CODEC = new EventCodec(EventCodec.INLINE_CHARS_DEFAULT);

  static Stream<Class<?>> kinds() {
    return EventSamples.kinds().stream();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void every_event_comes_back_with_all_it_may_hold(Class<?> kind) {
    var event = EventSamples.full(kind);

    assertThat(roundTrip(event)).isEqualTo(event);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void every_event_comes_back_with_only_what_it_must_hold(Class<?> kind) {
    var event = EventSamples.least(kind);

    assertThat(roundTrip(event)).isEqualTo(event);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void large_values_of_every_event_are_stored_apart_and_come_back(Class<?> kind) {
    var event = EventSamples.full(kind);
    var encoded = new EventCodec(3).encode(List.of(event));
    var payloads =
        encoded.payloads().stream().collect(Collectors.toMap(Payload::hash, Payload::data));

    assertThat(EventCodec.decode(encoded.events(), hash -> payloads.getOrDefault(hash, "")))
        .containsExactly(event);
    assertThat(encoded.events()).doesNotContain("1.10");
  }

  /**
   * The lines of this file were written by a released Holdfast. Add lines, never change one: logs
   * outlive the code that wrote them.
   */
  @Test
  void what_was_written_once_is_read_for_ever() throws IOException {
    List<String> lines;
    try (var file = EventCodecTest.class.getResourceAsStream("events-v1.jsonl")) {
      lines = new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
    for (var line : lines) {
      assertThat(CODEC.encode(decode(line)).events()).isEqualTo(line);
    }
    for (var kind : EventSamples.kinds()) {
      assertThat(lines).contains(CODEC.encode(List.of(EventSamples.full(kind))).events());
    }
  }

  @Test
  void a_batch_keeps_its_order() {
    List<Event> events = new ArrayList<>();
    EventSamples.kinds().forEach(kind -> events.add(EventSamples.full(kind)));
    EventSamples.kinds().forEach(kind -> events.add(EventSamples.least(kind)));

    assertThat(decode(CODEC.encode(events).events())).isEqualTo(events);
  }

  @Test
  void values_that_are_usual_are_left_out() {
    var scheduled = new Event.StepScheduled(EventSamples.AT, "s", "step", 1, null);

    assertThat(CODEC.encode(List.of(scheduled)).events())
        .isEqualTo("[{\"type\":\"StepScheduled\",\"at\":1767323045000006,\"step\":\"s\"}]");
  }

  @Test
  void unknown_fields_are_ignored() {
    var text =
        """
        [{"new":[{"type":"X","step":"other"}],"type":"StepCompleted","at":7,"more":{"at":8},
          "step":"s","output":1,"ms":2,"last":null}]\
        """;

    assertThat(decode(text))
        .containsExactly(
            new Event.StepCompleted(Instant.EPOCH.plusNanos(7_000), "s", 1, new Json("1"), 2));
  }

  @Test
  void an_unknown_type_says_what_to_do() {
    for (var type : List.of("StepTeleported", "RunTeleported", "Teleported")) {
      assertThatThrownBy(
              () -> decode("[{\"type\":\"%s\",\"at\":1,\"step\":\"s\"}]".formatted(type)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(type)
          .hasMessageContaining("newer Holdfast");
    }
  }

  @Test
  void an_event_of_a_newer_version_says_what_to_do() {
    var text = "[{\"type\":\"RunClaimed\",\"at\":1,\"node\":\"n\",\"v\":%d}]";

    assertThat(decode(text.formatted(1))).hasSize(1);
    assertThatThrownBy(() -> decode(text.formatted(2)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("RunClaimed")
        .hasMessageContaining("newer Holdfast");
  }

  @Test
  void a_missing_field_is_named() {
    assertThatThrownBy(() -> decode("[{\"type\":\"RunClaimed\",\"at\":1}]"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("node");
  }

  @Test
  void an_entry_with_another_count_is_refused() {
    var run = new UUID(1, 2);
    var events = CODEC.encode(List.of(EventSamples.least(Event.RunClaimed.class))).events();

    assertThat(EventCodec.decode(new Entry(run, 4, 1, events), EventCodecTest::none)).hasSize(1);
    assertThatThrownBy(() -> EventCodec.decode(new Entry(run, 4, 2, events), EventCodecTest::none))
        .hasMessageContaining("entry 4")
        .hasMessageContaining(run.toString());
  }

  @Test
  void values_are_kept_letter_for_letter() {
    var texts =
        List.of(
            "null",
            "true",
            "0",
            "-0",
            "-0.0",
            "1.10",
            "1E+400",
            "12345678901234567890",
            "0.1000000000000000055511151231257827",
            "\"\"",
            "\"a\u2028b\u2029\"",
            "\"\\u0000\\/\\ud83d\\u00e9é\"",
            "\"😀 \\\" \\\\ }],\"",
            "[]",
            "{}",
            "[ 1 ,\n\t2 ]",
            "{\"b\":1, \"a\" : {\"a\":[[[{}]]]}, \"a\":2}",
            "{\"type\":\"RunFailed\",\"output\":\"}\",\"output@\":\"x\"}");
    for (var text : texts) {
      var event = completed(text);

      assertThat(roundTrip(event)).isEqualTo(event);
      assertThat(decode(CODEC.encode(List.of(event, completed("1"), event)).events()))
          .containsExactly(event, completed("1"), event);
    }
  }

  @Test
  void no_size_or_shape_of_a_value_makes_a_log_unreadable() {
    var texts =
        List.of(
            "[".repeat(2_000) + "]".repeat(2_000),
            "{\"a\":".repeat(2_000) + "1" + "}".repeat(2_000),
            "1".repeat(5_000),
            "1." + "1".repeat(5_000),
            "{\"" + "n".repeat(60_000) + "\":1}",
            "\"" + "ü😀".repeat(20_000) + "\"");
    for (var text : texts) {
      var event = completed(text);

      assertThat(roundTrip(event).equals(event)).isTrue();
    }
  }

  @Test
  void values_stay_in_place_in_an_entry_of_many_megabytes() {
    var codec = new EventCodec(Integer.MAX_VALUE);
    var events =
        Stream.of("1.10", "\"" + "é".repeat(3_000_000) + "\"", "[ 1 ]", "\"z\"")
            .<Event>map(EventCodecTest::completed)
            .toList();

    assertThat(decode(codec.encode(events).events()).equals(events)).isTrue();
  }

  @Test
  void null_is_a_value_and_nothing_is_not() {
    var none = new Event.StepStarted(EventSamples.AT, "s", 1, null);
    var nil = new Event.StepStarted(EventSamples.AT, "s", 1, Json.NULL);

    assertThat(roundTrip(none)).isEqualTo(none);
    assertThat(roundTrip(nil)).isEqualTo(nil);
  }

  @Test
  void only_values_above_the_limit_are_stored_apart() {
    var codec = new EventCodec(10);
    var fits = completed("\"12345678\"");
    var exceeds = completed("\"123456789\"");

    assertThat(codec.encode(List.of(fits)).payloads()).isEmpty();
    var encoded = codec.encode(List.of(exceeds, exceeds));
    assertThat(encoded.payloads()).extracting(Payload::data).containsOnly("\"123456789\"");
    assertThat(encoded.events()).contains("\"output@\":\"" + encoded.payloads().get(0).hash());
  }

  @Test
  void the_hash_is_that_of_the_text_in_utf_8() {
    var payload = new EventCodec(1).encode(List.of(completed("\"é\""))).payloads().getFirst();

    assertThat(payload.hash())
        .isEqualTo("f2886017e9c7abacf804b54d64787dce2b611c9544ba21f3affdd126a6e50086");
  }

  @Test
  void any_text_survives_in_any_field() {
    for (var text : List.of("", "\u0000\u0001\n", "\u2028", "😀", "\"\\", "null", "é\ud83d!")) {
      var at = EventSamples.AT;
      var events =
          List.<Event>of(
              new Event.RunParked(at, null, text),
              new Event.SignalReceived(at, text, Json.NULL, text),
              new Event.StepScheduled(at, text, text.isEmpty() ? "x" : text, 1, null),
              new Event.StepFailed(at, text, 1, new Failure(text, text, text), null));

      assertThat(decode(CODEC.encode(events).events())).isEqualTo(events);
    }
  }

  @Test
  void headers_keep_any_name() {
    var full = (Event.RunCreated) EventSamples.full(Event.RunCreated.class);
    var created =
        new Event.RunCreated(
            full.at(),
            full.workflow(),
            null,
            null,
            1,
            1,
            null,
            null,
            null,
            null,
            null,
            "n",
            null,
            Map.of("", "", "type", "x", "v", "99", "a\"b", "é\n"));

    assertThat(roundTrip(created)).isEqualTo(created);
  }

  @Test
  void times_before_the_epoch_come_back() {
    for (var time : List.of("1969-12-31T23:59:59.999999Z", "0001-01-01T00:00:00.000001Z")) {
      var event = new Event.RunClaimed(Instant.parse(time), "n");

      assertThat(roundTrip(event)).isEqualTo(event);
    }
  }

  private static Event completed(String json) {
    return new Event.StepCompleted(EventSamples.AT, "s", 1, new Json(json), 0);
  }

  private static Event roundTrip(Event event) {
    return decode(CODEC.encode(List.of(event)).events()).getFirst();
  }

  private static List<Event> decode(String text) {
    return EventCodec.decode(text, EventCodecTest::none);
  }

  private static String none(String hash) {
    throw new AssertionError("nothing was stored under " + hash);
  }
}
