package dev.holdfast.graph;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** What somebody probably meant by a name that there is not. */
public final class Nearest {

  /** Of a longer name more letters may be wrong. */
  private static final int LETTERS_PER_SLIP = 3;

  private static final int SLIPS_MAX = 3;
  private static final int NAME_MIN = 2;
  private static final int NAME_MAX = 100;

  private Nearest() {}

  /** The name that takes the fewest changes of a letter, if they are few. */
  public static Optional<String> to(String wrong, Collection<String> names) {
    if (wrong.length() < NAME_MIN || wrong.length() > NAME_MAX) {
      return Optional.empty();
    }
    int slips = Math.clamp(wrong.length() / LETTERS_PER_SLIP, 1, SLIPS_MAX);
    return names.stream()
        .filter(name -> Math.abs(name.length() - wrong.length()) <= slips)
        .filter(name -> distance(wrong, name) <= slips)
        .min(Comparator.comparingInt(name -> distance(wrong, name)));
  }

  /** How many letters have to be changed, added or left out (Levenshtein). */
  private static int distance(String a, String b) {
    var row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int before = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int changed = before + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        before = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
