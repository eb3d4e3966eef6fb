package dev.holdfast.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BroadcastTest {

  private final Broadcast broadcast = new Broadcast("0123abcd", 3, 4);

  @Test
  void everyListenerIsToldEverythingSinceItCame() throws Exception {
    broadcast.tell("before");
    try (var listener = broadcast.join(null)) {
      tell("a", "b");

      assertThat(listener.resumed()).isFalse();
      assertThat(listener.joinedAt()).isEqualTo("0123abcd-1");
      assertThat(heard(listener)).containsExactly("0123abcd-2 a", "0123abcd-3 b");
    }
    assertThat(broadcast.hasListeners()).isFalse();
  }

  @Test
  void whoComesBackIsToldWhatItMissedAndStandsWhereItWasUntilThen() throws Exception {
    tell("a", "b", "c");
    try (var back = broadcast.join("0123abcd-1")) {
      broadcast.tell("d");

      assertThat(back.resumed()).isTrue();
      // Should it be gone again before it has heard of b, it must not have missed it.
      assertThat(back.joinedAt()).isEqualTo("0123abcd-1");
      assertThat(heard(back)).containsExactly("0123abcd-2 b", "0123abcd-3 c", "0123abcd-4 d");
    }
  }

  @Test
  void whoHasMissedMoreThanIsRememberedBeginsAnew() {
    tell("a", "b", "c", "d", "e");

    assertThat(broadcast.join("0123abcd-1").resumed()).isTrue();
    assertThat(broadcast.join("0123abcd-0").resumed()).isFalse();
  }

  @Test
  void anIdOfAnotherLifeOrOfNoneBeginsAnew() {
    broadcast.tell("a");

    for (var id : List.of("fedcba98-1", "0123abcd-", "0123abcd-x", "", "0123abcd-99")) {
      assertThat(broadcast.join(id).resumed()).as(id).isFalse();
    }
  }

  @Test
  void whoDoesNotKeepUpIsCutOffAndGoesOnWhereItWas() throws Exception {
    String last;
    try (var slow = broadcast.join(null)) {
      tell("a", "b", "c", "d");

      assertThat(slow.cutOff()).isTrue();
      last = heard(slow).getLast();
    }
    try (var back = broadcast.join(last.split(" ", -1)[0])) {
      assertThat(last).isEqualTo("0123abcd-3 c");
      assertThat(back.resumed()).isTrue();
      assertThat(heard(back)).containsExactly("0123abcd-4 d");
    }
  }

  @Test
  void whoComesBackAfterAPauseHasMissedSomething() {
    broadcast.tell("a");
    broadcast.pause();

    assertThat(broadcast.join("0123abcd-1").resumed()).isFalse();
  }

  private void tell(String... all) {
    for (var data : all) {
      broadcast.tell(data);
    }
  }

  private static List<String> heard(Broadcast.Listener listener) throws InterruptedException {
    List<String> heard = new ArrayList<>();
    for (var m = listener.next(0); m != null; m = listener.next(0)) {
      heard.add(m.id() + " " + m.data());
    }
    return heard;
  }
}
