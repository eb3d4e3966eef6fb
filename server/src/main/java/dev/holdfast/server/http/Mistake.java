package dev.holdfast.server.http;

/**
 * One thing that is wrong with a request.
 *
 * @param pointer JSON pointer of the offending field, or the name of a parameter
 * @param message what is wrong
 * @param fix what to do instead
 */
public record Mistake(String pointer, String message, String fix) {}
