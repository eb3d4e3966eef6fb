package dev.holdfast.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Who may know whom. A call goes from the public API down to the engine, the log and the store, and
 * never back; {@code log} speaks events and {@code store} speaks bytes.
 */
class LayersTest {

  private static final String API = "dev.holdfast";
  private static final String ENGINE = "dev.holdfast.engine..";
  private static final String GRAPH = "dev.holdfast.graph..";
  private static final String LOG = "dev.holdfast.log..";
  private static final String STORE = "dev.holdfast.store..";
  private static final String TESTKIT = "dev.holdfast.testkit..";
  private static final String SERVER = "dev.holdfast.server..";
  private static final String EXAMPLES = "dev.holdfast.examples..";

  /** Types of the API that hand a connection to the user, who shares our transaction. */
  private static final Set<String> SHARE_A_TRANSACTION =
      Set.of(
          "dev.holdfast.TransactionalStep",
          "dev.holdfast.TypedSteps",
          "dev.holdfast.Workflow",
          "dev.holdfast.engine.Engine",
          "dev.holdfast.engine.Intake",
          "dev.holdfast.engine.RunLog",
          "dev.holdfast.engine.RunLog$Transaction",
          "dev.holdfast.engine.StepCall$InTransaction",
          "dev.holdfast.engine.Steps",
          "dev.holdfast.engine.TransactionAttempt",
          "dev.holdfast.server.graph.DemoActions",
          "dev.holdfast.server.graph.GraphAction",
          "dev.holdfast.server.graph.TaskStep");

  /** What gives another answer every time. Replaying a log must not ask any of it. */
  private static final Set<String> CHANCE =
      Set.of(
          "java.lang.Math.random",
          "java.lang.System.currentTimeMillis",
          "java.lang.System.nanoTime",
          "java.security.SecureRandom.<init>",
          "java.time.Clock.systemDefaultZone",
          "java.time.Clock.systemUTC",
          "java.util.Random.<init>",
          "java.util.UUID.randomUUID",
          "java.util.concurrent.ThreadLocalRandom.current");

  private static final JavaClasses OURS =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.holdfast");

  @Test
  void everyModuleIsSeen() {
    assertThat(OURS)
        .extracting(JavaClass::getPackageName)
        .contains(
            "dev.holdfast",
            "dev.holdfast.testkit",
            "dev.holdfast.server",
            "dev.holdfast.bench",
            "dev.holdfast.examples");
  }

  @Test
  void storeKnowsNothingAboveIt() {
    check(onlyUses(STORE));
  }

  @Test
  void logKnowsOnlyTheStore() {
    check(onlyUses(LOG, STORE));
  }

  @Test
  void graphKnowsOnlyTheLogBelowIt() {
    check(onlyUses(GRAPH, LOG, STORE));
  }

  @Test
  void engineKnowsNothingOutsideTheCore() {
    check(onlyUses(ENGINE, API, GRAPH, LOG, STORE));
  }

  @Test
  void examplesUseThePublicApiOnly() {
    check(onlyUses(EXAMPLES, API, TESTKIT));
  }

  /** The API is left out: it wires the engine, and the engine uses its value types. */
  @Test
  void packagesBelowTheApiHaveNoCycles() {
    check(slices().matching("dev.holdfast.(**)").should().beFreeOfCycles());
  }

  @Test
  void sqlIsSpokenInTheStoreOnly() {
    DescribedPredicate<JavaClass> mustNot =
        resideInAnyPackage(API, ENGINE, GRAPH, LOG, SERVER)
            .and(
                describe(
                    "do not share a transaction",
                    type -> !SHARE_A_TRANSACTION.contains(type.getFullName())));

    check(
        noClasses()
            .that(mustNot)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "java.sql..", "javax.sql..", "com.zaxxer..", "org.sqlite..", "org.postgresql.."));
  }

  @Test
  void timeAndChanceComeFromOutside() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage(ENGINE, GRAPH, LOG)
            .should()
            .accessTargetWhere(describe("it reads the time or chance", LayersTest::isChance)));
  }

  @Test
  void namesSayWhatAThingIs() {
    check(noClasses().should().haveNameMatching(".*(Impl|Utils?|Manager|Helper|DAO|Dao)(\\$.*)?"));
  }

  private static ArchRule onlyUses(String layer, String... others) {
    DescribedPredicate<JavaClass> allowed =
        resideInAnyPackage(others).or(resideInAnyPackage(layer));
    return classes()
        .that()
        .resideInAPackage(layer)
        .should()
        .onlyDependOnClassesThat(allowed.or(not(resideInAnyPackage("dev.holdfast.."))));
  }

  private static boolean isChance(JavaAccess<?> access) {
    var target = access.getTarget();
    String owner = target.getOwner().getFullName();
    return CHANCE.contains(owner + "." + target.getName())
        || (owner.startsWith("java.time.") && target.getFullName().endsWith(".now()"));
  }

  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(OURS);
  }
}
