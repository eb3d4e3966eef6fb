package dev.holdfast.server.api;

import dev.holdfast.server.http.Operation;

/** What the documentation says of dead letters. */
final class DeadLetterSays {

  private static final String TAG = "dead letters";
  private static final String ID = "{\"type\":\"string\",\"format\":\"uuid\"}";
  private static final String LIMIT =
      "{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":200}";
  private static final String CAUSES =
      "{\"type\":\"integer\",\"minimum\":1,\"maximum\":200,\"default\":20}";
  private static final String NO_DEAD_LETTER =
      "It has not failed, was decided about otherwise, or was called by a run that got its error.";

  static final Operation LIST =
      Says.filtered(
              Operation.of(
                      TAG,
                      "List dead letters",
                      "Runs that have failed for good and that nobody has decided about: how many,"
                          + " by cause, and one by one, newest first. The Link header has the"
                          + " address of the next page.")
                  .query("limit", "How many runs at most.", LIMIT)
                  .query("causes", "How many causes at most.", CAUSES)
                  .query("after", "The id of the last run of the page before.", ID))
          .json(200, "The dead letters.", "DeadLetters");

  static final Operation GET =
      Operation.of(TAG, "Get a dead letter", "With every error on the way, oldest first.")
          .json(200, "The run and its errors.", "DeadLetter")
          .problem(409, NO_DEAD_LETTER);

  static final Operation REQUEUE =
      Says.filtered(
              Operation.of(
                  TAG,
                  "Requeue all dead letters that match",
                  "Each goes on as a new run, from the step that failed, with all its attempts"
                      + " before it. With dry_run nothing is done, only counted."))
          .optionalBody("DecideAll")
          .json(200, "What would be done.", "BulkResult")
          .json(202, "What was done.", "BulkResult")
          .problem(409, "Too many runs match.")
          .problem(422, Says.BODY);

  static final Operation DISCARD =
      Says.filtered(
              Operation.of(
                  TAG,
                  "Discard all dead letters that match",
                  "They are no longer listed here; the runs stay as they are until retention takes"
                      + " them. With dry_run nothing is done, only counted."))
          .optionalBody("DecideAll")
          .json(200, "What would be done.", "BulkResult")
          .json(202, "What was done.", "BulkResult")
          .problem(409, "Too many runs match.")
          .problem(422, Says.BODY);

  static final Operation REQUEUE_ONE =
      Operation.of(
              TAG,
              "Requeue a dead letter",
              "It goes on as a new run, from the step that failed, with all its attempts before it."
                  + " Asked for again, it answers the same new run.")
          .optionalBody("Nothing")
          .json(202, "The new run.", "Run")
          .problem(409, NO_DEAD_LETTER)
          .problem(422, Says.BODY);

  static final Operation DISCARD_ONE =
      Operation.of(TAG, "Discard a dead letter", "It is no longer listed among them.")
          .optionalBody("Cancel")
          .json(200, "What was decided.", "DeadLetterDecision")
          .problem(409, NO_DEAD_LETTER)
          .problem(422, Says.BODY);

  private DeadLetterSays() {}
}
