package dev.holdfast.log;

import dev.holdfast.store.Entry;
import dev.holdfast.store.Payload;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Events to text and back. An entry is a JSON array with one object per event:
 *
 * <pre>{@code
 * [{"type":"StepCompleted","at":1763236800000000,"step":"charge","output":{"id":7},"ms":12}]
 * }</pre>
 *
 * <p>Fields that hold their usual value are left out. Unknown fields are ignored when read, so an
 * older Holdfast reads what a newer one wrote. An object whose meaning had to change carries {@code
 * "v"} with a number above {@value #VERSION}; no code of this version can read it, and it says so.
 *
 * <p>A value above the inline limit is stored once by its content hash and stands in the event as
 * {@code "output@":"<hash>"}.
 */
public final class EventCodec {

  static final int VERSION = 1;

  /** Without limits: what was written must be readable, or a run is lost to one odd value. */
  static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  /** Default limit for values that stand in the event itself. */
  public static final int INLINE_CHARS_DEFAULT = 64 * 1024;

  private final int inlineCharsMax;

  public EventCodec(int inlineCharsMax) {
    this.inlineCharsMax = inlineCharsMax;
  }

  /**
   * An encoded entry.
   *
   * @param payloads large values that must be stored with it
   */
  public record Encoded(String events, List<Payload> payloads) {}

  public Encoded encode(Collection<Event> events) {
    var writer = new EventWriter(inlineCharsMax);
    for (var event : events) {
      writer.write(event);
    }
    return writer.finish();
  }

  /** The events of an entry; {@code payloads} finds large values by their hash. */
  public static List<Event> decode(Entry entry, Function<String, String> payloads) {
    var events = decode(entry.events(), payloads);
    if (events.size() != entry.count()) {
      throw new IllegalStateException(
          "entry %d of run %s holds %d events but claims %d"
              .formatted(entry.seq(), entry.run(), events.size(), entry.count()));
    }
    return events;
  }

  public static List<Event> decode(String text, Function<String, String> payloads) {
    List<Event> events = new ArrayList<>(4);
    try (var parser = JSON.createParser(ObjectReadContext.empty(), text)) {
      parser.nextToken();
      while (parser.nextToken() == tools.jackson.core.JsonToken.START_OBJECT) {
        events.add(EventReader.read(Fields.parse(parser, text, payloads)));
      }
    }
    return events;
  }
}
