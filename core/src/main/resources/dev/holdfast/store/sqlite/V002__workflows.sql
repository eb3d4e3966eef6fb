-- Definitions of graph workflows, and the orders of the demonstration.
--
-- workflow  one row per posted definition; never changed. What refers to a name means its newest version.
-- demo_orders  what the actions of task steps work on. Users keep tables of their own in this file, often orders.
-- secret    what links that nobody can guess are derived from.

CREATE TABLE workflow (
  id         BLOB    NOT NULL PRIMARY KEY,
  name       TEXT    NOT NULL,
  version    INTEGER NOT NULL,
  definition TEXT    NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE UNIQUE INDEX workflow_version ON workflow (name, version);

CREATE TABLE demo_orders (
  id         TEXT    NOT NULL PRIMARY KEY,
  status     TEXT    NOT NULL CHECK (status IN ('pending', 'validated', 'charged', 'shipped')),
  amount     REAL    NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE secret (
  name  TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- One live run per order. The runs that it calls work on the same order and do not count.
CREATE UNIQUE INDEX workflow_run_order ON workflow_run (order_id)
  WHERE order_id IS NOT NULL AND parent_run IS NULL AND status IN ('pending', 'leased');
