package dev.holdfast.server.api;

import dev.holdfast.server.http.Operation;

/** What the documentation says of each route. */
final class Says {

  private static final String ID = "{\"type\":\"string\",\"format\":\"uuid\"}";
  private static final String TEXT = "{\"type\":\"string\"}";
  private static final String TIME = "{\"type\":\"string\",\"format\":\"date-time\"}";
  private static final String COUNT = "{\"type\":\"integer\",\"minimum\":0}";
  private static final String LIMIT =
      "{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":200}";
  private static final String SSE = "text/event-stream";

  private static final String PAGES =
      " Newest first; the Link header has the address of the next page.";
  private static final String ENDED = "The run has ended, and what has ended does not change.";
  static final String BODY = "The body cannot be accepted.";
  private static final String ACCEPTED = "Written to the log; the run as it is now.";

  static final Operation CREATE_WORKFLOW =
      Operation.of(
              "workflows",
              "Create a workflow",
              "Stores a definition under an id of its own, as the next version of its name. All"
                  + " that is wrong with it is reported at once.")
          .body("WorkflowDefinition")
          .json(201, "Stored.", "Workflow")
          .problem(422, "The definition cannot be accepted.");

  static final Operation CHECK_WORKFLOW =
      Operation.of(
              "workflows",
              "Check a workflow",
              "Answers what is wrong with a definition, or which steps it has; stores nothing.")
          .body("WorkflowDefinition")
          .json(200, "What was found.", "WorkflowCheck");

  static final Operation LIST_WORKFLOWS =
      Operation.of("workflows", "List workflows", "Without their definitions." + PAGES)
          .query("limit", "How many at most.", LIMIT)
          .query("after", "The id of the last one of the page before.", ID)
          .query("name", "Only versions of this name.", TEXT)
          .query("workflow", "The same as name.", TEXT)
          .json(200, "The workflows.", "WorkflowList");

  static final Operation GET_WORKFLOW =
      Operation.of("workflows", "Get a workflow with its definition", "")
          .json(200, "The workflow.", "Workflow");

  static final Operation START_RUN =
      Operation.of(
              "workflows",
              "Start a run",
              "Answered after the commit: a run that was answered is never lost. A second start"
                  + " with the same key answers the first one's run. The key may also be sent as"
                  + " Idempotency-Key.")
          .optionalBody("StartRun")
          .json(202, "Accepted; the run with its steps.", "Run")
          .problem(
              409, "The order has a run that has not ended, or the key belongs to another run.")
          .problem(422, "The body, or the input in it, cannot be accepted.");

  static final Operation LIST_RUNS =
      filtered(
              Operation.of("runs", "List runs", "Without their steps." + PAGES)
                  .query("limit", "How many at most.", LIMIT)
                  .query("after", "The id of the last one of the page before.", ID))
          .json(200, "The runs.", "RunList");

  static final Operation COUNTS =
      filtered(
              Operation.of(
                  "runs",
                  "Count runs per phase",
                  "Runs that have ended are counted exactly up to exact_up_to, and as one more"
                      + " beyond."))
          .json(200, "The counts.", "RunCounts");

  static final Operation ERRORS =
      filtered(
              Operation.of(
                      "runs",
                      "Errors by cause",
                      "Runs that fail or have failed, grouped by workflow and error; what varies in"
                          + " an error, such as ids and numbers, does not count.")
                  .query(
                      "limit",
                      "How many at most.",
                      "{\"type\":\"integer\",\"minimum\":1,\"maximum\":200,\"default\":20}"))
          .json(200, "The causes, most frequent first.", "CauseList");

  static final Operation STREAM_RUNS =
      Operation.of(
              "runs",
              "Follow the list of runs",
              "Server-sent events: `run` with the line of a run that changed; `reset` when the list"
                  + " has to be loaded again; `resumed` when nothing was missed. Comes back with"
                  + " Last-Event-ID. A client that does not keep up is sent away.")
          .query("after", "The id of the last message, for clients that cannot send headers.", TEXT)
          .plain(200, "The stream.", SSE);

  static final Operation BULK =
      filtered(
              Operation.of(
                  "actions",
                  "Act on all runs that match",
                  "Cancels or retries what the filter in the address matches. With dry_run nothing"
                      + " is done, only counted."))
          .body("Bulk")
          .json(200, "What would be done.", "BulkResult")
          .json(202, "What was done.", "BulkResult")
          .problem(409, "Too many runs match.")
          .problem(422, BODY);

  static final Operation GET_RUN =
      Operation.of("runs", "Get a run with its steps", "").json(200, "The run.", "Run");

  static final Operation EVENTS =
      Operation.of("runs", "The events of a run", "Oldest first, from its log.")
          .query("after", "Only events behind this number.", COUNT)
          .query(
              "limit",
              "How many at most.",
              "{\"type\":\"integer\",\"minimum\":1,\"maximum\":5000,\"default\":500}")
          .json(200, "The events.", "EventList");

  static final Operation STREAM_RUN =
      Operation.of(
              "runs",
              "Follow a run",
              "Server-sent events: `event` for each event of the log after its commit, with its"
                  + " number as id; `run` with the run's line in the list; `end` once it has ended."
                  + " Comes back with Last-Event-ID.")
          .query("after", "Only events behind this number.", COUNT)
          .plain(200, "The stream.", SSE)
          .plain(204, "The run has ended and nothing is left to send.", "");

  static final Operation STATE =
      Operation.of("runs", "A run as it was", "The fold of its log up to an event.")
          .query("seq", "The number of the event; the last one if left out.", COUNT)
          .json(200, "The run as it was then.", "Run");

  static final Operation DEFINITION =
      Operation.of("runs", "The definition that a run was started with", "")
          .json(200, "The definition; null for workflows that are code.", "RunDefinition");

  static final Operation GET_STEP =
      Operation.of("runs", "Get a step with its values in full", "The name may hold slashes.")
          .json(200, "The step.", "Step");

  static final Operation CANCEL =
      Operation.of("actions", "Cancel a run", "It unwinds and compensates, and is cancelled then.")
          .optionalBody("Cancel")
          .json(202, ACCEPTED, "Run")
          .problem(409, ENDED)
          .problem(422, BODY);

  static final Operation RETRY =
      Operation.of(
              "actions",
              "Run a failed run again",
              "A new run that begins with what this one had completed. Asked twice, it is the same"
                  + " new run.")
          .optionalBody("Nothing")
          .json(202, "The new run.", "Run")
          .problem(409, "The run has not failed, or its order is busy.")
          .problem(422, BODY);

  static final Operation SIGNAL =
      Operation.of(
              "actions",
              "Send a signal to a run",
              "Kept until the run asks for it; an id once sent counts once.")
          .body("Signal")
          .json(202, ACCEPTED, "Run")
          .problem(409, ENDED)
          .problem(422, BODY);

  static final Operation RESUME =
      Operation.of(
              "actions",
              "Let a paused run go on",
              "accept leaves behind recorded steps that the code no longer asks for; look compares"
                  + " again.")
          .optionalBody("Resume")
          .json(202, ACCEPTED, "Run")
          .problem(409, "The run is not paused.")
          .problem(422, BODY);

  static final Operation APPROVE =
      Operation.of(
              "actions",
              "Decide about a step that waits for an approval",
              "Without a step, the only one that waits.")
          .optionalBody("Approve")
          .json(202, ACCEPTED, "Run")
          .problem(409, "The step does not wait, or somebody has decided already.")
          .problem(422, BODY);

  static final Operation FORK =
      Operation.of(
              "actions",
              "Run a step and all that depends on it once more",
              "A new run that begins with everything else; the old one is left alone. A paused run"
                  + " of code is forked without a step.")
          .body("Fork")
          .json(202, "The new run.", "Run")
          .problem(409, "The run cannot be forked there now, or its order is busy.")
          .problem(422, BODY);

  static final Operation SKIP =
      Operation.of(
              "actions",
              "Go on without a step",
              "As if it had resulted in this value: in the run itself while it lives, else in a new"
                  + " one. The name may hold slashes.")
          .optionalBody("Skip")
          .json(202, "The run in which it goes on.", "Run")
          .problem(409, "The step is done, or the run has completed.")
          .problem(422, BODY);

  static final Operation RETRY_STEP =
      Operation.of(
              "actions",
              "Try a step again",
              "Now instead of later while the run lives, else in a new run.")
          .optionalBody("Nothing")
          .json(202, "The run in which it goes on.", "Run")
          .problem(409, "The step does not wait for another attempt.")
          .problem(422, BODY);

  static final Operation APPROVAL_LINK =
      Operation.of(
              "actions",
              "The link to an approval",
              "Whoever has it can decide about this step, and do nothing else.")
          .optionalBody("Nothing")
          .json(200, "The link.", "Link")
          .problem(409, "The workflow is code.");

  static final Operation APPROVAL =
      Operation.of("approvals", "What is to be approved", "For the holder of the link.")
          .json(200, "The question.", "Approval");

  static final Operation DECIDE =
      Operation.of("approvals", "Approve or reject", "For the holder of the link.")
          .optionalBody("Decision")
          .json(202, "Decided; the question as it is now.", "Approval")
          .problem(409, "Somebody has decided already.")
          .problem(422, BODY);

  static final Operation SCHEMA =
      Operation.of("workflows", "The JSON Schema of definitions", "")
          .json(200, "The schema.", "Anything");

  static final Operation PAYLOAD =
      Operation.of("runs", "A large value by its hash", "As events refer to it.")
          .json(200, "The value.", "Anything");

  static final Operation CREATE_ORDER =
      Operation.of("orders", "Create an order (demonstration)", "")
          .body("CreateOrder")
          .json(201, "The order.", "Order")
          .problem(422, BODY);

  static final Operation GET_ORDER =
      Operation.of("orders", "Get an order (demonstration)", "").json(200, "The order.", "Order");

  static final Operation NODES =
      Operation.of("system", "The nodes that the store has heard of", "")
          .json(200, "The nodes.", "NodeList");

  static final Operation LIVE =
      Operation.of("system", "Is the process alive?", "").json(200, "It is.", "Live");

  static final Operation READY =
      Operation.of(
              "system",
              "Can this server do its work?",
              "Whether the store answers, this node's lease is being renewed, and what an earlier"
                  + " process left behind has been taken up.")
          .json(200, "It can.", "Ready")
          .json(503, "It cannot; what is false says why.", "Ready");

  private Says() {}

  static Operation filtered(Operation operation) {
    return operation
        .query(
            "status",
            "Any of these, with commas: pending running completed failed cancelled.",
            TEXT)
        .query(
            "phase",
            "Any of these, with commas: pending running retrying waiting paused completed failed"
                + " cancelled.",
            TEXT)
        .query("workflow", "The id or the name of the workflow.", TEXT)
        .query(
            "q", "In the key, the workflow's name or the last error; or how the id begins.", TEXT)
        .query("fingerprint", "Runs that fail by this cause.", TEXT)
        .query("priority", "Runs of this priority.", "{\"type\":\"integer\"}")
        .query("node", "Runs that this node holds.", TEXT)
        .query("parent", "Runs that this run has called.", ID)
        .query("order", "Runs of this order.", TEXT)
        .query("since", "Created then or later.", TIME);
  }
}
