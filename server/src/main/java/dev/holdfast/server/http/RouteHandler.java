package dev.holdfast.server.http;

/** Answers one kind of request. Runs on a virtual thread and may block. */
@FunctionalInterface
public interface RouteHandler {
  Reply handle(Exchange exchange) throws Exception;
}
