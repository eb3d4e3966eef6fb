package dev.holdfast.store;

/**
 * A value too large to stand in an event.
 *
 * @param hash SHA-256 of the data, in hex
 * @param data the value as JSON
 */
public record Payload(String hash, String data) {}
