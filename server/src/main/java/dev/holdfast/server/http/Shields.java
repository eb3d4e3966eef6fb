package dev.holdfast.server.http;

import org.eclipse.jetty.http.HttpFields;

/** What browsers are told not to do with our answers. There is no cross-origin access at all. */
final class Shields {

  private static final String NOTHING = "default-src 'none'; frame-ancestors 'none'";

  /** Pages may load what this server serves, and nothing else. */
  static final String PAGES =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none';"
          + " form-action 'self'; frame-ancestors 'none'";

  private Shields() {}

  static void raise(HttpFields.Mutable fields) {
    fields.put("X-Content-Type-Options", "nosniff");
    fields.put("X-Frame-Options", "DENY");
    fields.put("Referrer-Policy", "no-referrer");
    fields.put("Cross-Origin-Resource-Policy", "same-origin");
    fields.put("Cross-Origin-Opener-Policy", "same-origin");
    fields.put("Content-Security-Policy", NOTHING);
    fields.put("Cache-Control", "no-store");
  }
}
