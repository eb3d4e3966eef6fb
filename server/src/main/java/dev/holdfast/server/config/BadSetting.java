package dev.holdfast.server.config;

/** A setting that cannot be used; the message names the key, the value and what is allowed. */
public final class BadSetting extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BadSetting(String message) {
    super(message);
  }

  static BadSetting of(Setting setting, Settings.Value value, String allowed) {
    return new BadSetting(
        "%s is '%s' (%s); it must be %s."
            .formatted(setting.key(), value.text(), value.source(), allowed));
  }
}
