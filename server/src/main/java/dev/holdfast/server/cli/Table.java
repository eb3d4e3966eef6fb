package dev.holdfast.server.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** Columns of text, each as wide as its widest cell. */
final class Table {

  private static final String GAP = "  ";

  private Table() {}

  /** A line of titles, and one for each thing. */
  static <T> List<String> of(
      List<String> titles, Collection<T> things, Function<T, List<String>> row) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(titles);
    things.forEach(thing -> rows.add(row.apply(thing)));
    return lines(rows);
  }

  static List<String> lines(List<List<String>> rows) {
    int columns = rows.getFirst().size();
    var widths = new int[columns];
    for (var row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  /** In one line and not too long, or a stack trace would break the table. */
  static String cut(String text, int charsMax) {
    var line = text.replaceAll("\\s*\\R\\s*", " ");
    return line.length() <= charsMax ? line : line.substring(0, charsMax - 1) + "…";
  }

  private static String line(List<String> row, int[] widths) {
    var line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      line.append(row.get(i)).repeat(" ", widths[i] - row.get(i).length()).append(GAP);
    }
    return line.toString().stripTrailing();
  }
}
