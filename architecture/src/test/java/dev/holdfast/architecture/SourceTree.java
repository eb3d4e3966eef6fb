package dev.holdfast.architecture;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import dev.holdfast.architecture.Repository.TextFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * What the compiler's parser sees in one source file. A search in the text would find strings and
 * comments as well.
 */
record SourceTree(TextFile file, List<Method> methods, List<Mention> mentions) {

  /** A method or constructor and how many lines it takes, without its comment. */
  record Method(String name, long line, long length) {}

  /** A dotted name, an import or an annotation. */
  record Mention(Kind kind, String text, long line) {}

  /** Where a name is mentioned. */
  enum Kind {
    NAME,
    IMPORT,
    ANNOTATION
  }

  static List<SourceTree> parse(List<TextFile> files) {
    JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    List<SourceTree> trees = new ArrayList<>();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      var sources =
          manager.getJavaFileObjectsFromPaths(files.stream().map(TextFile::path).toList());
      var task = (JavacTask) compiler.getTask(null, manager, null, List.of(), null, sources);
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      Iterator<TextFile> file = files.iterator();
      for (CompilationUnitTree unit : task.parse()) {
        Scanner scanner = new Scanner(unit, positions);
        scanner.scan(unit, null);
        trees.add(new SourceTree(file.next(), scanner.methods, scanner.mentions));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return trees;
  }

  private static final class Scanner extends TreeScanner<@Nullable Void, @Nullable Void> {
    final List<Method> methods = new ArrayList<>();
    final List<Mention> mentions = new ArrayList<>();
    private final CompilationUnitTree unit;
    private final SourcePositions positions;

    Scanner(CompilationUnitTree unit, SourcePositions positions) {
      this.unit = unit;
      this.positions = positions;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree tree, @Nullable Void nothing) {
      long first = line(tree);
      long last = unit.getLineMap().getLineNumber(positions.getEndPosition(unit, tree));
      methods.add(new Method(tree.getName().toString(), first, last - first + 1));
      return super.visitMethod(tree, null);
    }

    @Override
    public @Nullable Void visitImport(ImportTree tree, @Nullable Void nothing) {
      mention(Kind.IMPORT, tree.getQualifiedIdentifier(), tree);
      return null;
    }

    @Override
    public @Nullable Void visitAnnotation(AnnotationTree tree, @Nullable Void nothing) {
      mention(Kind.ANNOTATION, tree.getAnnotationType(), tree);
      return super.visitAnnotation(tree, null);
    }

    @Override
    public @Nullable Void visitMemberSelect(MemberSelectTree tree, @Nullable Void nothing) {
      mention(Kind.NAME, tree, tree);
      return super.visitMemberSelect(tree, null);
    }

    private void mention(Kind kind, Tree name, Tree place) {
      mentions.add(new Mention(kind, name.toString(), line(place)));
    }

    private long line(Tree tree) {
      return unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
    }
  }
}
