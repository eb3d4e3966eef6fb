package dev.holdfast.server.http;

/**
 * One line of the table of routes: all that the router, authorisation and OpenAPI know of it.
 *
 * @param path a template such as {@code /runs/{id}}; {@code {step+}} also takes slashes
 */
public record Route(
    Method method, String path, Scope scope, RouteHandler handler, Operation operation) {}
