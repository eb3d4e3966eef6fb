package dev.holdfast.server.graph;

import com.sun.net.httpserver.HttpServer;
import dev.holdfast.engine.StepAttempt;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * An attack, in a process that has not looked up any name yet. The owner of a name answers with a
 * forbidden address first, then with an allowed one, and with the forbidden one again as soon as
 * that has been judged. Writes down what came of it and ends.
 */
public final class Rebinding extends InetAddressResolverProvider {

  private static final String ALLOWED = "127.0.0.1";
  private static final String FORBIDDEN = "127.0.0.2";
  private static final String NAME = "rebinding.test";

  private static volatile String answer = FORBIDDEN;

  public static void main(String[] args) throws Exception {
    var good = serve(ALLOWED, 0);
    int port = good.getAddress().getPort();
    var bad = serve(FORBIDDEN, port);
    var config = Values.tree(Map.of("url", "http://" + NAME + ":" + port + "/"));
    try (var requests = new Requests(GraphOptions.defaults(), Rebinding::judge)) {
      var refused = send(requests, config);
      answer = ALLOWED;
      var answered = send(requests, config);
      Files.writeString(Path.of(args[0]), refused + "\n" + answered + "\n");
    } finally {
      good.stop(0);
      bad.stop(0);
    }
  }

  private static String send(Requests requests, JsonNode config) throws InterruptedException {
    var id = new UUID(1, 2);
    var attempt = new StepAttempt(id, id, "a", 1, 0, null, data -> {}, (level, text) -> {});
    try {
      var output = requests.send(config, attempt).text();
      return "answered by " + (output.contains(ALLOWED) ? ALLOWED : FORBIDDEN);
    } catch (StepError refused) {
      return String.valueOf(refused.getMessage());
    }
  }

  private static boolean judge(InetAddress address) {
    answer = FORBIDDEN;
    return address.getHostAddress().equals(ALLOWED);
  }

  /** Says its own address. */
  private static HttpServer serve(String address, int port) throws IOException {
    var server = HttpServer.create(new InetSocketAddress(address, port), 0);
    server.createContext(
        "/",
        exchange -> {
          var bytes = address.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    return server;
  }

  /** What the server installs, with the attacker behind it. */
  @Override
  public InetAddressResolver get(Configuration configuration) {
    return JudgedHosts.over(new Owner(configuration.builtinResolver()));
  }

  @Override
  public String name() {
    return "rebinding";
  }

  private record Owner(InetAddressResolver others) implements InetAddressResolver {

    @Override
    public Stream<InetAddress> lookupByName(String host, LookupPolicy policy)
        throws UnknownHostException {
      return host.equals(NAME)
          ? Stream.of(InetAddress.getAllByName(answer))
          : others.lookupByName(host, policy);
    }

    @Override
    public String lookupByAddress(byte[] address) throws UnknownHostException {
      return others.lookupByAddress(address);
    }
  }
}
