package dev.holdfast.engine;

import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.HeaderFold;
import dev.holdfast.log.PlantedBug;
import dev.holdfast.store.Append;
import dev.holdfast.store.Entry;
import dev.holdfast.store.Header;
import dev.holdfast.store.HeaderChange;
import dev.holdfast.store.HeaderState;
import dev.holdfast.store.Store;
import dev.holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/**
 * Where a log ends, as far as its reader has seen: the last seq and the header up to it. Makes the
 * next append and takes in what others have appended. Not thread-safe.
 */
final class Tail {

  private static final int READ_ENTRIES = 1_000;

  private final Store store;
  private final Patience patience;
  private final EventCodec codec;
  private final UUID run;
  private long seq;
  private HeaderState header;

  Tail(Store store, Patience patience, EventCodec codec, Header header, long seq) {
    this.store = store;
    this.patience = patience;
    this.codec = codec;
    this.run = header.id();
    this.header = header.state();
    this.seq = seq;
  }

  HeaderState header() {
    return header;
  }

  long seq() {
    return seq;
  }

  /** The append that would put these events here. */
  Append append(List<Event> events) {
    var encoded = codec.encode(events);
    var next = HeaderFold.after(header, events);
    var change = next.equals(header) ? null : new HeaderChange.Update(next);
    long at = PlantedBug.SEQ_FROM_SEPARATE_READ.planted() ? seqInStore() : seq;
    return new Append(run, at + 1, events.size(), encoded.events(), change, encoded.payloads());
  }

  /** These events of ours are now part of the log. */
  void advance(List<Event> events) {
    header = HeaderFold.after(header, events);
    seq += events.size();
  }

  /** Reads on to the end and returns what others have written. */
  List<Event> readOn() {
    List<Event> news = new ArrayList<>();
    while (true) {
      var entries = patience.ask("read run " + run, () -> store.read(run, seq, READ_ENTRIES));
      for (var entry : entries) {
        var events = EventCodec.decode(entry, payloads(store));
        advance(events);
        news.addAll(events);
      }
      if (entries.size() < READ_ENTRIES) {
        return news;
      }
    }
  }

  /** The entry that stands where this append wanted to go, if there is one. */
  List<Entry> inPlaceOf(Append append) {
    return patience.ask(
        "read run " + run,
        () ->
            store.read(run, append.seq() - 1, 1).stream()
                .filter(entry -> entry.seq() == append.seq())
                .toList());
  }

  /** A pause before something that the store refused is tried again. */
  void rest(StoreException refusal) {
    patience.rest(refusal);
  }

  /** Finds large values for the decoder. */
  static Function<String, String> payloads(Store store) {
    return hash ->
        store
            .payload(hash)
            .orElseThrow(() -> new IllegalStateException("the store lost the value " + hash))
            .data();
  }

  private long seqInStore() {
    return store.tail(run).map(Entry::lastSeq).orElse(0L);
  }
}
