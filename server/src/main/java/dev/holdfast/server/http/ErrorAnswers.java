package dev.holdfast.server.http;

import java.nio.ByteBuffer;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Errors that Jetty finds by itself, in the same shape as ours. */
final class ErrorAnswers extends ErrorHandler {

  @Override
  public boolean errorPageForMethod(String method) {
    return true;
  }

  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int code,
      @Nullable String message,
      @Nullable Throwable cause,
      Callback callback) {
    Shields.raise(response.getHeaders());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, Reply.PROBLEM);
    // Jetty ends the connection after most of these, and does not say so.
    response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
    var detail = code >= 500 || message == null ? "The request cannot be handled." : message + ".";
    var body = HttpProblem.body(code, code >= 500 ? "fault" : "bad_request", detail, List.of());
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
    response.write(true, ByteBuffer.wrap(body), callback);
  }
}
