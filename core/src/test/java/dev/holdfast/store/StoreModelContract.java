package dev.holdfast.store;

import dev.holdfast.store.memory.MemoryStore;
import java.time.InstantSource;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Random histories, done to the model and to the store under test side by side: every answer and
 * everything stored must be the same. A failure is printed as the shortest history that shows it.
 */
public abstract class StoreModelContract {

  /** A store without any data whose {@link Store#now} follows this clock; closed after use. */
  protected abstract Store open(InstantSource clock) throws Exception;

  @Property(tries = 120)
  public void a_store_does_what_the_model_does(@ForAll("histories") List<Operation> history)
      throws Exception {
    var clock = new ManualClock();
    try (var model = new MemoryStore(clock);
        var store = open(clock)) {
      var pair = new StorePair(model, store, clock);
      for (var operation : history) {
        operation.applyTo(pair);
        pair.compareHeadersAndNodes();
      }
      pair.compareLogs();
    }
  }

  @Provide
  Arbitrary<List<Operation>> histories() {
    return operation().list().ofMinSize(10).ofMaxSize(60);
  }

  private static Arbitrary<Operation> operation() {
    return Arbitraries.frequencyOf(
        Tuple.of(10, line().list().ofMinSize(1).ofMaxSize(5).map(Operation.Committing::new)),
        Tuple.of(4, claiming()),
        Tuple.of(2, Combinators.combine(node(), run()).as(Operation.ClaimingOne::new).map(o -> o)),
        Tuple.of(
            3, Combinators.combine(node(), number(1, 6)).as(Operation.Beating::new).map(o -> o)),
        Tuple.of(1, node().map(Operation.Leaving::new)),
        Tuple.of(3, number(1, 4).map(Operation.Passing::new)),
        Tuple.of(
            1,
            Combinators.combine(run(), number(0, StorePair.STATES - 1))
                .as(Operation.Rewriting::new)),
        Tuple.of(2, finding()));
  }

  private static Arbitrary<Operation.Line> line() {
    return Combinators.combine(
            kind(),
            run(),
            Arbitraries.frequency(
                Tuple.of(4, 0), Tuple.of(1, 1), Tuple.of(1, 2), Tuple.of(1, StorePair.KEYS)),
            number(1, 3),
            number(0, StorePair.STATES - 1))
        .as(Operation.Line::new);
  }

  private static Arbitrary<Operation.Kind> kind() {
    return Arbitraries.frequency(
        Tuple.of(3, Operation.Kind.INSERT),
        Tuple.of(3, Operation.Kind.UPDATE),
        Tuple.of(1, Operation.Kind.POKE),
        Tuple.of(1, Operation.Kind.PLAIN));
  }

  private static Arbitrary<Operation> claiming() {
    return Combinators.combine(node(), Arbitraries.of(7, 7, 3, 4, 0), number(0, 4))
        .as(Operation.Claiming::new);
  }

  private static Arbitrary<Operation> finding() {
    return Combinators.combine(
            Arbitraries.of(RunStatus.class).set().ofMaxSize(1),
            orNone(3),
            orNone(StorePair.KEYS),
            orNone(StorePair.NODES),
            number(-1, StorePair.RUNS - 1),
            number(0, 5))
        .as(Operation.Finding::new);
  }

  private static Arbitrary<Integer> orNone(int values) {
    return Arbitraries.frequencyOf(
        Tuple.of(4, Arbitraries.just(-1)), Tuple.of(1, number(0, values - 1)));
  }

  private static Arbitrary<Integer> node() {
    return number(0, StorePair.NODES - 1);
  }

  private static Arbitrary<Integer> run() {
    return number(0, StorePair.RUNS - 1);
  }

  private static Arbitrary<Integer> number(int from, int to) {
    return Arbitraries.integers().between(from, to);
  }
}
