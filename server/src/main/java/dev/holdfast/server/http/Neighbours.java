package dev.holdfast.server.http;

import java.net.URI;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * Keeps other web sites out. A page of another site may make the browser of our user send requests
 * to this machine: under a name of its own that it points here (rebinding), or plainly, hoping that
 * asking is enough. The first is known by its {@code Host}, the second by its {@code Origin}.
 *
 * @param names the names under which this server may be addressed; empty when it may be any
 */
public record Neighbours(Set<String> names) {

  private static final Set<String> READING = Set.of("GET", "HEAD");

  void check(Request request) {
    var host = Request.getServerName(request).toLowerCase(Locale.ROOT);
    if (!names.isEmpty() && !names.contains(host)) {
      throw HttpProblem.of(
          421,
          "wrong_host",
          "This server is not reached under this name. Add it to server.allowed_hosts if it is.");
    }
    if (READING.contains(request.getMethod())) {
      return;
    }
    var origin = request.getHeaders().get(HttpHeader.ORIGIN);
    boolean foreign = origin != null && !isOurs(origin, request);
    if (foreign || "cross-site".equals(request.getHeaders().get("Sec-Fetch-Site"))) {
      throw HttpProblem.of(403, "foreign_origin", "Pages of other sites may not do this.");
    }
  }

  private boolean isOurs(String origin, Request request) {
    try {
      var uri = URI.create(origin);
      var authority = request.getHeaders().get(HttpHeader.HOST);
      return uri.getHost() != null
          && (uri.getAuthority().equalsIgnoreCase(authority) || isNamed(uri.getHost()));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Behind a proxy the authority may differ, but then its name has been configured. */
  private boolean isNamed(String host) {
    var name = host.toLowerCase(Locale.ROOT);
    return names.contains(name) && !LOOPBACK.contains(name);
  }

  /** The names of this machine for itself; another port of it may be anybody's. */
  public static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]", "::1");
}
