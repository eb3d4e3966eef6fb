-- Holdfast on SQLite, version 1.
--
-- workflow_run  one row per run, the header: what the log says, in a form that can be queued, listed
--               and leased. It changes in the same transaction as the entry that changes it.
-- run_log       the truth. A row is an entry: what one append wrote, one or more events as a JSON
--               array. seq is the number of the first of them; (run_id, seq) is the key that fences.
--               It is a rowid table on purpose: appends of many runs then land on one page of the
--               table and a few of a narrow index, instead of one wide page per run
--               (docs/decisions/0003).
-- run_event     a view of the log, one row per event.
-- payload       values too large for an event, by the SHA-256 of their text.
-- node          processes that advance runs, and until when each is believed to be alive.
--
-- Ids are UUIDs as 16 bytes, times are microseconds since the epoch.

CREATE TABLE workflow_run (
  id              BLOB    NOT NULL PRIMARY KEY,
  type            TEXT    NOT NULL,
  payload         TEXT,
  status          TEXT    NOT NULL DEFAULT 'pending'
                  CHECK (status IN ('pending', 'leased', 'succeeded', 'failed', 'cancelled')),
  priority        INTEGER NOT NULL DEFAULT 100,
  run_at          INTEGER,
  idempotency_key TEXT,
  attempt         INTEGER NOT NULL DEFAULT 1,
  max_attempts    INTEGER NOT NULL DEFAULT 3,
  leased_by       TEXT,
  lease_until     INTEGER,
  last_error      TEXT,
  result          TEXT,
  created_at      INTEGER NOT NULL,
  updated_at      INTEGER NOT NULL,
  deleted_at      INTEGER,
  waiting_for     TEXT,
  started_at      INTEGER,
  finished_at     INTEGER,
  parent_run      BLOB,
  parent_step     TEXT,
  workflow_id     BLOB,
  order_id        TEXT,
  namespace       TEXT    NOT NULL DEFAULT 'default'
) WITHOUT ROWID;

CREATE INDEX workflow_run_due ON workflow_run (priority, run_at) WHERE status = 'pending';
CREATE INDEX workflow_run_leased ON workflow_run (leased_by) WHERE status = 'leased';
CREATE UNIQUE INDEX workflow_run_key ON workflow_run (idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE INDEX workflow_run_parent ON workflow_run (parent_run) WHERE parent_run IS NOT NULL;

CREATE TABLE run_log (
  run_id BLOB    NOT NULL,
  seq    INTEGER NOT NULL,
  count  INTEGER NOT NULL,
  events TEXT    NOT NULL
);

CREATE UNIQUE INDEX run_log_key ON run_log (run_id, seq);

CREATE VIEW run_event AS
  SELECT l.run_id,
         l.seq + e.key AS seq,
         json_extract(e.value, '$.type') AS type,
         json_extract(e.value, '$.at') AS at,
         json_extract(e.value, '$.step') AS step,
         coalesce(json_extract(e.value, '$.attempt'), 1) AS attempt,
         json_remove(e.value, '$.type', '$.at', '$.step', '$.attempt') AS data
  FROM run_log l, json_each(l.events) e;

CREATE TABLE payload (
  hash TEXT NOT NULL PRIMARY KEY,
  data TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE node (
  id          TEXT    NOT NULL PRIMARY KEY,
  started_at  INTEGER NOT NULL,
  lease_until INTEGER NOT NULL
) WITHOUT ROWID;
