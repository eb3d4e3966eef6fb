package dev.holdfast.server.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that nobody else knows, so that each answer shows who gave it. */
class JudgedHostsTest {

  private static final InetAddressResolver.LookupPolicy ANY =
      InetAddressResolver.LookupPolicy.of(InetAddressResolver.LookupPolicy.IPV4);

  private final String name = UUID.randomUUID() + ".invalid";
  private final List<InetAddress> home = List.of(InetAddress.getLoopbackAddress());

  @Test
  void aClientConnectsToWhatWasJudged() throws Exception {
    var server = HttpServer.create(new InetSocketAddress(home.getFirst(), 0), 0);
    server.createContext("/", exchange -> exchange.sendResponseHeaders(204, -1));
    server.start();
    var request =
        HttpRequest.newBuilder(
                URI.create("http://" + name + ":" + server.getAddress().getPort() + "/"))
            .build();
    try (var client = HttpClient.newHttpClient();
        var hold = JudgedHosts.hold(name, home)) {
      assertThat(hold.host()).isEqualTo(name);
      assertThat(client.send(request, BodyHandlers.discarding()).statusCode()).isEqualTo(204);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aNameWhoseOwnerChangesHisMindStandsForWhatWasJudgedUntilTheLastRequestIsOver()
      throws IOException {
    var owner = new Owner(address(10));
    var resolver = new JudgedHosts.Holding(owner, System::nanoTime);
    long later = System.nanoTime() + 2 * JudgedHosts.LINGER_NANOS;
    var first = JudgedHosts.hold(name, List.of(address(1)));
    var second = JudgedHosts.hold(name.toUpperCase(Locale.ROOT), List.of(address(2)));

    assertThat(resolver.lookupByName(name, ANY)).containsExactly(address(2));
    second.close();
    assertThat(resolver.lookupByName(name, ANY)).containsExactly(address(2));
    first.close();
    // A request that was given up may be about to connect.
    assertThat(resolver.lookupByName(name, ANY)).containsExactly(address(2));
    resolver = new JudgedHosts.Holding(owner, () -> later);
    assertThat(resolver.lookupByName(name, ANY)).containsExactly(address(10));
  }

  @Test
  void aNameIsLookedUpAfreshWhateverIsHeld() throws IOException {
    try (var hold = JudgedHosts.hold(name, home)) {
      assertThat(InetAddress.getAllByName(hold.host())).containsExactly(home.getFirst());
      assertThatThrownBy(() -> JudgedHosts.lookUp(name)).isInstanceOf(UnknownHostException.class);
    }
    assertThat(JudgedHosts.lookUp("127.1"))
        .extracting(InetAddress::getHostAddress)
        .containsExactly("127.0.0.1");
    assertThat(JudgedHosts.lookUp("[::1]")).hasSize(1).allMatch(InetAddress::isLoopbackAddress);
    assertThat(JudgedHosts.lookUp("localhost")).allMatch(InetAddress::isLoopbackAddress);
  }

  @Test
  void anAnswerThatWasRefusedOrComesTooLateIsNeverConnectedTo(@TempDir Path folder)
      throws Exception {
    var services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(InetAddressResolverProvider.class.getName()), Rebinding.class.getName());
    var outcome = folder.resolve("outcome");
    var child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                folder + File.pathSeparator + System.getProperty("java.class.path"),
                Rebinding.class.getName(),
                outcome.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    try {
      assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      child.destroyForcibly();
    }

    var said = Files.readAllLines(outcome);
    assertThat(said).hasSize(2);
    assertThat(said.getFirst()).contains("private address (127.0.0.2)");
    assertThat(said.getLast()).isEqualTo("answered by 127.0.0.1");
  }

  private static InetAddress address(int last) throws UnknownHostException {
    return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
  }

  /** Whoever owns a name says what it stands for. */
  private record Owner(InetAddress says) implements InetAddressResolver {

    @Override
    public Stream<InetAddress> lookupByName(String host, LookupPolicy policy) {
      return Stream.of(says);
    }

    @Override
    public String lookupByAddress(byte[] address) {
      return says.toString();
    }
  }
}
