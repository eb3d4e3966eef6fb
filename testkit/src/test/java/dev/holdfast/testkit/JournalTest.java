package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.log.Journal;
import dev.holdfast.store.Append;
import dev.holdfast.store.Outcome;
import dev.holdfast.store.Store;
import dev.holdfast.store.memory.MemoryStore;
import dev.holdfast.testkit.FaultyStore.Faults;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class JournalTest {

  private final FakeClock clock = new FakeClock();
  private final MemoryStore memory = new MemoryStore(clock);
  private final Gate gate = new Gate();
  private final Store gated = new FaultyStore(memory).with(gate);
  private final List<Append> published = new CopyOnWriteArrayList<>();
  private final List<Journal> journals = new ArrayList<>();

  @AfterEach
  void close() {
    gate.open();
    journals.forEach(Journal::close);
  }

  @Test
  void appends_of_one_run_keep_their_order() {
    var journal = journal(gated, 1_000);
    var run = UUID.randomUUID();
    journal.append(Appends.created(run, null, clock.now()));
    gate.shut();
    List<CompletableFuture<Outcome>> answers = new ArrayList<>();

    for (int i = 0; i < 50; i++) {
      long seq = 2L + i;
      answers.add(append(journal, Appends.published(run, seq, "v" + i, clock.now())));
      Await.until("append " + i + " waits", () -> journal.stats().waiting() == seq - 1);
    }
    gate.open();

    assertThat(answers).allSatisfy(answer -> assertThat(get(answer)).isEqualTo(Outcome.COMMITTED));
    assertThat(memory.read(run, 0, 100)).hasSize(51);
    assertThat(RunCheck.violations(memory, run)).isEmpty();
  }

  @Test
  void a_caller_returns_and_listeners_hear_only_after_the_commit() {
    var journal = journal(gated, 1_000);
    var run = UUID.randomUUID();
    gate.shut();

    var answer = append(journal, Appends.created(run, null, clock.now()));
    Await.until("the commit is on its way", () -> gate.waiting() == 1);

    assertThat(answer).isNotDone();
    assertThat(published).isEmpty();
    gate.open();
    assertThat(get(answer)).isEqualTo(Outcome.COMMITTED);
    assertThat(published).hasSize(1);
  }

  @Test
  void what_arrives_during_a_commit_shares_the_next_one() {
    var journal = journal(gated, 1_000);
    gate.shut();
    List<CompletableFuture<Outcome>> answers = new ArrayList<>();
    answers.add(append(journal, Appends.created(UUID.randomUUID(), null, clock.now())));
    Await.until("the first commit is on its way", () -> gate.waiting() == 1);

    for (int i = 0; i < 200; i++) {
      answers.add(append(journal, Appends.created(UUID.randomUUID(), null, clock.now())));
    }
    Await.until("all wait", () -> journal.stats().waiting() == 201);
    gate.open();

    assertThat(answers).allSatisfy(answer -> assertThat(get(answer)).isEqualTo(Outcome.COMMITTED));
    assertThat(journal.stats().appends()).isEqualTo(201);
    assertThat(journal.stats().commits()).isLessThanOrEqualTo(3);
  }

  @Test
  void a_full_queue_makes_callers_wait_and_loses_none() {
    var journal = journal(gated, 10);
    gate.shut();
    List<CompletableFuture<Outcome>> answers = new ArrayList<>();

    for (int i = 0; i < 50; i++) {
      answers.add(append(journal, Appends.created(UUID.randomUUID(), null, clock.now())));
    }
    Await.until("the queue is full", () -> journal.stats().waiting() == 10);
    gate.open();

    assertThat(answers).allSatisfy(answer -> assertThat(get(answer)).isEqualTo(Outcome.COMMITTED));
    assertThat(memory.runsInLog(null, 100)).hasSize(50);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.MATCH_NONE, names = "CRASH.*")
  void a_commit_without_an_answer_is_settled_by_reading_back(Fault fault) {
    var store = new FaultyStore(memory).with(Faults.once(1, fault));
    var run = UUID.randomUUID();

    var outcome = journal(store, 10).append(Appends.created(run, "key", clock.now()));

    assertThat(outcome).isEqualTo(Outcome.COMMITTED);
    assertThat(memory.read(run, 0, 10)).hasSize(1);
    assertThat(published).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.MATCH_NONE, names = "CRASH.*")
  void a_place_that_another_took_is_a_conflict_even_after_a_lost_answer(Fault fault) {
    var run = UUID.randomUUID();
    memory.commit(List.of(Appends.created(run, null, clock.now())));
    memory.commit(List.of(Appends.published(run, 2, "theirs", clock.now())));
    var store = new FaultyStore(memory).with(Faults.once(1, fault));

    var outcome = journal(store, 10).append(Appends.published(run, 2, "ours", clock.now()));

    assertThat(outcome).isEqualTo(Outcome.CONFLICT);
    assertThat(published).isEmpty();
  }

  @Test
  void a_key_that_is_taken_is_a_duplicate_and_disturbs_nobody_in_its_batch() {
    var journal = journal(gated, 100);
    journal.append(Appends.created(UUID.randomUUID(), "taken", clock.now()));
    gate.shut();
    var blocker = append(journal, Appends.created(UUID.randomUUID(), "a", clock.now()));
    Await.until("the commit is on its way", () -> gate.waiting() == 1);

    var second = append(journal, Appends.created(UUID.randomUUID(), "taken", clock.now()));
    var other = append(journal, Appends.created(UUID.randomUUID(), "b", clock.now()));
    Await.until("all wait", () -> journal.stats().waiting() == 3);
    gate.open();

    assertThat(get(blocker)).isEqualTo(Outcome.COMMITTED);
    assertThat(get(second)).isEqualTo(Outcome.DUPLICATE);
    assertThat(get(other)).isEqualTo(Outcome.COMMITTED);
  }

  private Journal journal(Store store, int capacity) {
    var journal = new Journal(store, capacity, published::add);
    journals.add(journal);
    return journal;
  }

  private static CompletableFuture<Outcome> append(Journal journal, Append append) {
    var answer = new CompletableFuture<Outcome>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                answer.complete(journal.append(append));
              } catch (RuntimeException e) {
                answer.completeExceptionally(e);
              }
            });
    return answer;
  }

  private static Outcome get(CompletableFuture<Outcome> answer) {
    return answer.orTimeout(20, TimeUnit.SECONDS).join();
  }
}
