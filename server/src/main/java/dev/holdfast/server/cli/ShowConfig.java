package dev.holdfast.server.cli;

import dev.holdfast.server.config.BadSetting;
import dev.holdfast.server.config.LogConfig;
import dev.holdfast.server.config.ServerConfig;
import dev.holdfast.server.config.Setting;
import dev.holdfast.server.config.Settings;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code holdfast config show}. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the settings that 'holdfast serve' would have here, and where each comes from.",
      "",
      "Takes the same flags. Fails where the server would not start with them."
    },
    parameterListHeading = "%n",
    optionListHeading = "%nOptions:%n")
public final class ShowConfig implements Callable<Integer> {

  private static final List<String> TITLES = List.of("KEY", "VALUE", "FROM");

  /** In the address of a database; what else is secret has no place in settings. */
  private static final Pattern PASSWORD =
      Pattern.compile("(?i)(password=)[^&]*|(//[^:/@]*:)[^@]*@");

  @Mixin private ServerFlags flags = new ServerFlags();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    try {
      var settings = flags.settings();
      var out = spec.commandLine().getOut();
      Table.of(TITLES, List.of(Setting.values()), setting -> row(settings, setting))
          .forEach(out::println);
      out.flush();
      ServerConfig.from(settings);
      LogConfig.from(settings);
      return ExitCode.OK;
    } catch (BadSetting e) {
      throw new Complaint(ExitCode.SOFTWARE, String.valueOf(e.getMessage()), e);
    }
  }

  private static List<String> row(Settings settings, Setting setting) {
    var value = settings.value(setting);
    return List.of(setting.key(), shown(value.text()), value.source());
  }

  private static String shown(String text) {
    return PASSWORD
        .matcher(text)
        .replaceAll(
            found -> found.group(1) == null ? found.group(2) + "***@" : found.group(1) + "***");
  }
}
