package dev.holdfast.server.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of the pages: what stands under {@code /web} on the class path, and nothing else. They
 * are read once and kept.
 */
public final class Assets {

  private static final String ROOT = "/web";

  /** Names that mean the same everywhere; no file of ours has another. */
  private static final Pattern NAME = Pattern.compile("(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+");

  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("html", "text/html; charset=utf-8"),
          Map.entry("css", "text/css; charset=utf-8"),
          Map.entry("js", "text/javascript; charset=utf-8"),
          Map.entry("mjs", "text/javascript; charset=utf-8"),
          Map.entry("json", "application/json"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("png", "image/png"),
          Map.entry("ico", "image/x-icon"),
          Map.entry("txt", "text/plain; charset=utf-8"),
          Map.entry("woff2", "font/woff2"),
          Map.entry("webmanifest", "application/manifest+json"));

  /** A file, ready to be sent; never compared with another. */
  @SuppressWarnings("ArrayRecordComponent")
  record Asset(String type, String tag, byte[] body) {

    Reply.Whole reply(@Nullable String ifNoneMatch) {
      boolean known = ifNoneMatch != null && List.of(ifNoneMatch.split(", *")).contains(tag);
      var fields =
          List.of(
              new Reply.Field("ETag", tag),
              new Reply.Field("Cache-Control", "no-cache"),
              new Reply.Field("Content-Security-Policy", Shields.PAGES));
      return known
          ? new Reply.Whole(304, fields, "", new byte[0])
          : new Reply.Whole(200, fields, type, body);
    }
  }

  private final Map<String, Optional<Asset>> known = new ConcurrentHashMap<>();

  /** The file at this path; null when there is none. */
  @Nullable Asset find(String rawPath) {
    var path = rawPath.endsWith("/") ? rawPath + "index.html" : rawPath;
    var dot = path.lastIndexOf('.');
    var type = dot < 0 ? null : TYPES.get(path.substring(dot + 1));
    if (type == null || !NAME.matcher(path).matches()) {
      return null;
    }
    var kept = known.get(path);
    if (kept == null) {
      kept = read(path, type);
      // Only what is there: names that do not exist have no end.
      kept.ifPresent(asset -> known.put(path, Optional.of(asset)));
    }
    return kept.orElse(null);
  }

  /** A page that has an address of its own. */
  Reply page(String path) {
    var found = find(path);
    if (found == null) {
      throw new IllegalStateException("missing " + ROOT + path);
    }
    return found.reply(null);
  }

  private static Optional<Asset> read(String path, String type) {
    try (var in = Assets.class.getResourceAsStream(ROOT + path)) {
      if (in == null) {
        return Optional.empty();
      }
      var body = in.readAllBytes();
      return Optional.of(new Asset(type, tag(body), body));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String tag(byte[] body) {
    try {
      var hash = MessageDigest.getInstance("SHA-256").digest(body);
      return "\"" + HexFormat.of().formatHex(hash, 0, 12) + "\"";
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
