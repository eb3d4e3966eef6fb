package dev.holdfast.server.client;

import java.io.IOException;

/** Nobody answers under the address, or somebody who is no Holdfast. */
public final class ServerAway extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ServerAway(String message) {
    super(message);
  }

  ServerAway(String url, IOException cause) {
    super("No server answers at %s.".formatted(url), cause);
  }
}
