package dev.holdfast.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Stores;
import dev.holdfast.server.api.HoldfastServer;
import dev.holdfast.server.config.ServerConfig;
import dev.holdfast.server.config.Setting;
import dev.holdfast.server.config.Settings;
import dev.holdfast.server.http.Scope;
import dev.holdfast.store.TokenRow;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server that others can reach answers nobody without a token. */
class AccessTest {

  private static final String ID = "01934b2a-7890-7abc-9def-123456789abc";

  @TempDir Path folder;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<Scope, String> tokens = new EnumMap<>(Scope.class);
  private final Map<Scope, UUID> ids = new EnumMap<>(Scope.class);
  private @Nullable HoldfastServer server;

  @BeforeEach
  void makeTokens() {
    try (var store = Stores.open(file())) {
      for (var scope : new Scope[] {Scope.READ, Scope.OPERATE, Scope.ADMIN}) {
        var token = Token.fresh(new SecureRandom());
        var id = UUID.randomUUID();
        tokens.put(scope, token.text());
        ids.put(scope, id);
        store
            .tokens()
            .add(new TokenRow(id, "test", token.hash(), scope.word(), Instant.now(), null));
      }
    }
  }

  @AfterEach
  void stop() {
    http.shutdownNow();
    if (server != null) {
      server.close();
    }
  }

  @Test
  void everyRouteIsClosedToThoseWithoutATokenOrWithTooSmallAOne() throws Exception {
    start(Map.of());
    int walked = 0;
    for (var path : openApi().get("paths").properties()) {
      for (var method : path.getValue().properties()) {
        var address = path.getKey().replaceAll("\\{[a-z_]+}", ID);
        var verb = method.getKey().toUpperCase(Locale.ROOT);
        var word = method.getValue().get("x-scope").asString();
        var scope = Scope.valueOf(word.toUpperCase(Locale.ROOT));
        var what = verb + " " + address;
        if (address.equals("/health/live")) {
          assertThat(code(verb, address, null)).as(what).isEqualTo(200);
          continue;
        }
        if (path.getKey().equals("/approvals/{id}/{token}/{step}")) {
          // The address holds a secret of its own, and this one is wrong.
          assertThat(code(verb, address, null)).as(what).isBetween(400, 499);
          continue;
        }
        assertThat(scope).as(what).isNotEqualTo(Scope.OPEN);
        assertThat(code(verb, address, null)).as(what).isEqualTo(401);
        assertThat(code(verb, address, "Bearer hf_unknown")).as(what).isEqualTo(401);
        for (var held : tokens.keySet()) {
          // A stream that is answered goes on for ever.
          if (held.compareTo(scope) < 0) {
            assertThat(code(verb, address, bearer(held))).as(what).isEqualTo(403);
          } else if (!address.endsWith("/stream")) {
            assertThat(code(verb, address, bearer(held))).as(what).isNotIn(401, 403);
          }
        }
        walked++;
      }
    }
    assertThat(walked).isGreaterThan(25);
  }

  @Test
  void whatIsNoRouteIsClosedAsWell() throws Exception {
    start(Map.of());

    assertThat(code("GET", "/docs.html", null)).isEqualTo(401);
    assertThat(code("GET", "/approve.js", null)).isEqualTo(200);
    assertThat(code("GET", "/nothing/here", null)).isEqualTo(401);
    assertThat(code("GET", "/health/live/", null)).isEqualTo(401);
    assertThat(code("GET", "/x/health/live", null)).isEqualTo(401);
    assertThat(code("OPTIONS", "/runs", null)).isEqualTo(401);
    assertThat(code("OPTIONS", "/runs", bearer(Scope.READ))).isEqualTo(405);
    assertThat(code("GET", "/nothing/here", bearer(Scope.READ))).isEqualTo(404);
    assertThat(code("GET", "/docs.html", bearer(Scope.READ))).isEqualTo(200);
  }

  @Test
  void aBrowserMaySendTheTokenAsAPassword() throws Exception {
    start(Map.of());
    var pair = ("anyone:" + tokens.get(Scope.READ)).getBytes(StandardCharsets.UTF_8);

    var basic = "Basic " + Base64.getEncoder().encodeToString(pair);

    assertThat(code("GET", "/runs", basic)).isEqualTo(200);
    assertThat(code("GET", "/runs", "Basic ???")).isEqualTo(401);
    assertThat(code("GET", "/runs", "Basic")).isEqualTo(401);
    // One way in each field: browsers read no more.
    assertThat(send("GET", "/runs", null).headers().allValues("WWW-Authenticate"))
        .containsExactly(
            "Bearer realm=\"holdfast\"", "Basic realm=\"holdfast\", charset=\"UTF-8\"");
  }

  @Test
  void aRevokedTokenIsRefusedSoonByARunningServer() throws Exception {
    start(Map.of());
    assertThat(code("GET", "/runs", bearer(Scope.READ))).isEqualTo(200);

    revoke(Scope.READ);

    long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (code("GET", "/runs", bearer(Scope.READ)) != 401) {
      assertThat(System.nanoTime()).isLessThan(until);
      LockSupport.parkNanos(50_000_000);
    }
    assertThat(code("GET", "/runs", bearer(Scope.ADMIN))).isEqualTo(200);
  }

  @Test
  void aStreamEndsSoonAfterItsTokenWasRevoked() throws Exception {
    start(Map.of(Setting.HEARTBEAT, "200ms"));
    var request =
        HttpRequest.newBuilder(uri("/runs/stream"))
            .header("Authorization", bearer(Scope.READ))
            .build();
    var lines = http.send(request, BodyHandlers.ofLines()).body().iterator();
    // Long enough to have been admitted again.
    for (int silences = 0; silences < 10; ) {
      silences += lines.next().startsWith(":") ? 1 : 0;
    }

    revoke(Scope.READ);

    long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (lines.hasNext()) {
      lines.next();
      assertThat(System.nanoTime()).isLessThan(until);
    }
  }

  @Test
  void aTokenThatIsUsedTooOftenHasToWaitAndOthersNeedNot() throws Exception {
    start(Map.of(Setting.TOKEN_RATE, "1"));
    code("GET", "/runs", bearer(Scope.READ));

    var refused = send("GET", "/runs", bearer(Scope.READ));
    for (int i = 0; i < 100 && refused.statusCode() == 200; i++) {
      refused = send("GET", "/runs", bearer(Scope.READ));
    }

    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("Retry-After")).contains("1");
    assertThat(code("GET", "/runs", bearer(Scope.ADMIN))).isEqualTo(200);
  }

  @Test
  void withoutATokenInTheStoreADoorToOtherMachinesIsNotOpened() {
    var empty = folder.resolve("empty.db").toString();
    var config = config(empty, Map.of(Setting.HOST, "0.0.0.0"));

    assertThat(config.tokens()).isTrue();
    assertThatThrownBy(() -> HoldfastServer.start(config))
        .hasMessageContaining("0.0.0.0', which other machines can reach")
        .hasMessageContaining("holdfast token create");
  }

  @Test
  void neitherTheStoreNorAnExecutionHasTheTokenThatWasSent() throws Exception {
    start(Map.of(Setting.DANGEROUS_HEADERS, ""));
    send(
        "POST",
        "/workflows",
        bearer(Scope.OPERATE),
        "{\"name\": \"w\", \"steps\": [{\"id\": \"a\"}]}");

    var accepted = send("POST", "/api/v1/w/trigger", bearer(Scope.OPERATE), "{}");

    assertThat(accepted.statusCode()).isEqualTo(202);
    var running = server;
    if (running != null) {
      running.close();
    }
    try (var files = Files.list(folder)) {
      for (var file : files.toList()) {
        var bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        tokens.values().forEach(token -> assertThat(bytes).doesNotContain(token));
      }
    }
  }

  private void start(Map<Setting, String> more) throws Exception {
    Map<Setting, String> flags = new EnumMap<>(Setting.class);
    flags.put(Setting.REQUIRE_TOKEN, "true");
    flags.putAll(more);
    server = HoldfastServer.start(config(file(), flags));
  }

  private static ServerConfig config(String store, Map<Setting, String> more) {
    Map<Setting, @Nullable String> flags = new EnumMap<>(Setting.class);
    flags.put(Setting.STORE, store);
    flags.put(Setting.PORT, "0");
    flags.put(Setting.GRACE, "1s");
    flags.putAll(more);
    return ServerConfig.from(Settings.of(flags, Map.of(), Map.of()));
  }

  private JsonNode openApi() throws Exception {
    var answer = send("GET", "/openapi.json", bearer(Scope.READ));
    return new JsonMapper().readTree(answer.body());
  }

  private String bearer(Scope scope) {
    return "Bearer " + tokens.get(scope);
  }

  private int code(String method, String path, @Nullable String authorization) throws Exception {
    return send(method, path, authorization).statusCode();
  }

  private HttpResponse<String> send(String method, String path, @Nullable String authorization)
      throws Exception {
    return send(method, path, authorization, "");
  }

  private HttpResponse<String> send(
      String method, String path, @Nullable String authorization, String body) throws Exception {
    var request =
        HttpRequest.newBuilder(uri(path))
            .timeout(Duration.ofSeconds(30))
            .method(method, BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private URI uri(String path) {
    return URI.create(Objects.requireNonNull(server).url() + path);
  }

  private void revoke(Scope scope) {
    try (var other = Stores.openExisting(file())) {
      var id = Objects.requireNonNull(ids.get(scope));
      assertThat(other.tokens().revoke(id, Instant.now())).isTrue();
    }
  }

  private String file() {
    return folder.resolve("runs.db").toString();
  }
}
