-- What people look at. Runs that have failed are few and looked for most; those that wait or run have
-- indexes of their own, and of those that have succeeded the newest are wanted.

CREATE INDEX workflow_run_failed ON workflow_run (status, id) WHERE status IN ('failed', 'cancelled');

CREATE INDEX workflow_run_definition ON workflow_run (workflow_id, id) WHERE workflow_id IS NOT NULL;
