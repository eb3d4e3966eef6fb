-- What people look at. Runs that have failed are few and looked for most; those that wait or run have
-- indexes of their own, and of those that have succeeded the newest are wanted.

create index idx_workflow_run_failed on workflow.workflow_run (status, id)
  where status in ('failed', 'cancelled');

create index idx_workflow_run_parent on workflow.workflow_run (parent_run) where parent_run is not null;

create index idx_workflow_run_definition on workflow.workflow_run (workflow_id, id)
  where workflow_id is not null;
