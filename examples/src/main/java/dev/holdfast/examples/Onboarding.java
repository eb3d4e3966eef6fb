package dev.holdfast.examples;

import dev.holdfast.Holdfast;
import dev.holdfast.Workflow;
import java.util.List;

/**
 * A new colleague gets an account, then a laptop, a badge and access side by side, then a welcome.
 * However often the process dies on the way, nobody gets two laptops.
 */
public final class Onboarding {

  /** Who begins. */
  public record Colleague(String name, String department) {}

  /** What they get. */
  public record Equipment(int userId, String laptop, String badge, List<String> access) {}

  /** The outside world. */
  public interface Company {
    int createUser(String name);

    String provisionLaptop(int user);

    String printBadge(int user);

    List<String> grantAccess(int user, String department);

    void welcome(String name, Equipment equipment);
  }

  private Onboarding() {}

  /** Registers the workflow. */
  public static Workflow<Colleague, Equipment> register(Holdfast holdfast, Company company) {
    return holdfast.workflow(
        "company.onboarding.v1",
        Colleague.class,
        Equipment.class,
        (wf, colleague) -> {
          int user = wf.step("create-user", () -> company.createUser(colleague.name()));
          var laptop = wf.async("laptop", () -> company.provisionLaptop(user));
          var badge = wf.async("badge", () -> company.printBadge(user));
          var access =
              wf.async(
                  "access", () -> new Access(company.grantAccess(user, colleague.department())));
          wf.all(laptop, badge, access);
          var equipment = new Equipment(user, laptop.join(), badge.join(), access.join().rooms());
          wf.step("welcome", () -> company.welcome(colleague.name(), equipment));
          return equipment;
        });
  }

  /** A list in a record needs no type of its own. */
  record Access(List<String> rooms) {}
}
