package dev.holdfast.server.api;

import dev.holdfast.server.http.Operation;

/** What the documentation says of {@code /api/v1}. */
final class ExecutionSays {

  private static final String TAG = "executions";
  private static final String ID = "{\"type\":\"string\",\"format\":\"uuid\"}";
  private static final String TEXT = "{\"type\":\"string\"}";
  private static final String SEQ = "{\"type\":\"integer\",\"minimum\":0}";
  private static final String LIMIT =
      "{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":200}";
  private static final String LINES =
      "{\"type\":\"integer\",\"minimum\":1,\"maximum\":5000,\"default\":500}";

  static final Operation TRIGGER =
      Operation.of(
              TAG,
              "Trigger a workflow",
              "By its id, or by its name, whose newest version is taken. data is the input; a"
                  + " higher priority is more urgent. Answered after the commit: what was accepted"
                  + " is never lost. A second trigger with the same Idempotency-Key answers the"
                  + " first one's execution. With async_execution.enabled = false the answer is the"
                  + " result.")
          .optionalBody("Trigger")
          .json(202, "Accepted.", "ExecutionAccepted")
          .json(200, "Only if not asynchronous: the result.", "ExecutionResult")
          .json(500, "Only if not asynchronous: it failed or was cancelled.", "ExecutionResult")
          .json(504, "Only if not asynchronous: it takes longer and goes on.", "ExecutionResult")
          .problem(409, "The key belongs to an execution of something else.")
          .problem(422, "The body, or the data in it, cannot be accepted.")
          .problem(429, "Too many triggers wait. Nothing was started; try again.");

  static final Operation GET =
      Operation.of(TAG, "Get an execution with its steps", "Times are epoch microseconds.")
          .json(200, "The execution.", "Execution");

  static final Operation STATUS =
      Operation.of(TAG, "Get the status of an execution", "Times are epoch microseconds.")
          .json(200, "The status.", "ExecutionStatus");

  static final Operation LOGS =
      Operation.of(
              TAG,
              "Get the log of an execution",
              "A line per event, oldest first. With Accept: text/event-stream it follows live and"
                  + " ends with the execution.")
          .query("after", "Only lines behind this seq.", SEQ)
          .query("limit", "How many at most.", LINES)
          .json(200, "The lines.", "ExecutionLogs");

  static final Operation LIST =
      Operation.of(
              TAG,
              "List executions of a workflow",
              "By the workflow's id, or by its name for all of its versions. Newest first; next is"
                  + " the address of the next page.")
          .query(
              "status",
              "Any of these, with commas: pending running completed failed" + " cancelled.",
              TEXT)
          .query("limit", "How many at most.", LIMIT)
          .query("after", "The id of the last one of the page before.", ID)
          .json(200, "The executions.", "ExecutionList");

  static final Operation CANCEL =
      Operation.of(
              TAG,
              "Cancel an execution",
              "What runs is interrupted, later steps never start, and what has a compensation is"
                  + " undone. Cancelling again changes nothing.")
          .optionalBody("CancelExecution")
          .json(202, "Written down; the status as it is now.", "ExecutionStatus")
          .problem(409, "It has ended, and what has ended does not change.")
          .problem(422, "The body cannot be accepted.");

  private ExecutionSays() {}
}
