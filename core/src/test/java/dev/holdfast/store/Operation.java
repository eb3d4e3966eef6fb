package dev.holdfast.store;

import java.util.List;
import java.util.Set;

/** One step of a random history of a store. Everything is a small number, so that it shrinks. */
sealed interface Operation {

  void applyTo(StorePair pair);

  /** What an append does to the header. */
  enum Kind {
    INSERT,
    UPDATE,
    POKE,
    PLAIN
  }

  /**
   * An append.
   *
   * @param behind how many entries its writer has missed; for an insert, which key it has
   * @param count how many events; for an insert, its priority
   * @param value which state; for an insert, also which workflow
   */
  record Line(Kind kind, int run, int behind, int count, int value) {}

  record Committing(List<Line> lines) implements Operation {
    @Override
    public void applyTo(StorePair pair) {
      pair.commit(lines);
    }
  }

  /**
   * A claim.
   *
   * @param workflows a bit for each
   */
  record Claiming(int node, int workflows, int limit) implements Operation {
    @Override
    public void applyTo(StorePair pair) {
      pair.claim(this);
    }
  }

  record ClaimingOne(int node, int run) implements Operation {
    @Override
    public void applyTo(StorePair pair) {
      pair.claimOnly(node, run);
    }
  }

  record Beating(int node, int seconds) implements Operation {
    @Override
    public void applyTo(StorePair pair) {
      pair.beat(node, seconds);
    }
  }

  record Leaving(int node) implements Operation {
    @Override
    public void applyTo(StorePair pair) {
      pair.leave(node);
    }
  }

  record Passing(int seconds) implements Operation {
    @Override
    public void applyTo(StorePair pair) {
      pair.pass(seconds);
    }
  }

  record Rewriting(int run, int state) implements Operation {
    @Override
    public void applyTo(StorePair pair) {
      pair.rewrite(run, state);
    }
  }

  /** A listing; below zero is no condition. */
  record Finding(Set<RunStatus> statuses, int workflow, int key, int node, int before, int limit)
      implements Operation {
    @Override
    public void applyTo(StorePair pair) {
      pair.find(this);
    }
  }
}
