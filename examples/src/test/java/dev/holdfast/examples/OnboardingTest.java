package dev.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testkit.CrashTest;
import dev.holdfast.testkit.HoldfastExtension;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OnboardingTest {

  private static final Onboarding.Colleague ADA = new Onboarding.Colleague("ada", "research");

  @RegisterExtension final HoldfastExtension test = HoldfastExtension.inMemory();

  private final List<String> done = new CopyOnWriteArrayList<>();

  private final Onboarding.Company company =
      new Onboarding.Company() {
        @Override
        public int createUser(String name) {
          done.add("user");
          return 7;
        }

        @Override
        public String provisionLaptop(int user) {
          done.add("laptop");
          return "laptop-" + user;
        }

        @Override
        public String printBadge(int user) {
          done.add("badge");
          return "badge-" + user;
        }

        @Override
        public List<String> grantAccess(int user, String department) {
          done.add("access");
          return List.of("lobby", department);
        }

        @Override
        public void welcome(String name, Onboarding.Equipment equipment) {
          done.add("welcome");
        }
      };

  @Test
  void a_colleague_gets_everything_once_and_is_welcomed_last() {
    var equipment = Onboarding.register(test.holdfast(), company).start(ADA).join();

    assertThat(equipment.access()).containsExactly("lobby", "research");
    assertThat(done).hasSize(5).startsWith("user").endsWith("welcome");
  }

  @Test
  void a_crash_anywhere_changes_nothing() {
    CrashTest.of(holdfast -> Onboarding.register(holdfast, company), ADA).afterEveryCommit();
  }
}
