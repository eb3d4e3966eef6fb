package dev.holdfast;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The names of steps in one thread of a run. A step is found again by scope, id and occurrence: the
 * third {@code process} is {@code process#3}. One scope belongs to one thread, but a branch may end
 * while its parent goes on, hence the lock.
 */
final class Scope {

  private static final int NAME_CHARS_MAX = 200;

  private final String prefix;
  private final Map<String, Integer> occurrences = new HashMap<>();
  private final Set<String> active = new HashSet<>();

  Scope(String prefix) {
    this.prefix = prefix;
  }

  /** The full name of the next occurrence of this id. */
  synchronized String next(String id) {
    check(id);
    if (active.contains(id)) {
      throw new HoldfastException(
          ("Two steps with the id '%s' run at the same time in the same scope, so after a restart"
                  + " nobody could tell which is which. Give each its own id.")
              .formatted(id));
    }
    int occurrence = occurrences.merge(id, 1, Integer::sum);
    return prefix + id + (occurrence == 1 ? "" : "#" + occurrence);
  }

  /** Like {@link #next}, and no second one may begin until {@link #ended}. */
  synchronized String begin(String id) {
    var name = next(id);
    active.add(id);
    return name;
  }

  synchronized void ended(String id) {
    active.remove(id);
  }

  /** The scope's own place in step names. */
  String prefix() {
    return prefix;
  }

  static void check(String id) {
    if (id.isBlank()) {
      throw new HoldfastException("A step needs an id that is not blank.");
    }
    if (id.length() > NAME_CHARS_MAX) {
      throw new HoldfastException(
          "The step id '%s…' is longer than %d characters."
              .formatted(id.substring(0, 40), NAME_CHARS_MAX));
    }
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      if (c == '/' || c == '#' || Character.isISOControl(c)) {
        throw new HoldfastException(
            "The step id '%s' contains '%s'; '/', '#' and control characters have a meaning of"
                    .formatted(id, c)
                + " their own in step names.");
      }
    }
  }
}
