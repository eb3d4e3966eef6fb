package dev.holdfast.server.http;

/** The methods that routes have. HEAD is answered wherever GET is. */
public enum Method {
  GET,
  POST,
  PUT,
  DELETE
}
