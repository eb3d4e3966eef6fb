package dev.holdfast.graph;

/**
 * Something in a JSON document that cannot be accepted.
 *
 * @param pointer where it is, as a JSON pointer; empty for the whole document
 * @param message what is wrong with it
 * @param fix what to do about it
 */
public record Mistake(String pointer, String message, String fix) {}
