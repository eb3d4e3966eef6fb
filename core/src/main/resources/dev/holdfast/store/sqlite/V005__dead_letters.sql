-- dead_letter_decision  what people decided about runs that have failed for good. A failed run that has no
--                       row here is a dead letter.

CREATE TABLE dead_letter_decision (
  run_id     BLOB    NOT NULL PRIMARY KEY,
  decision   TEXT    NOT NULL CHECK (decision IN ('requeued', 'discarded')),
  successor  BLOB,
  reason     TEXT,
  decided_at INTEGER NOT NULL
) WITHOUT ROWID;
