-- Headers computed from the log, over whatever stands there. A lease of another worker, a deletion
-- mark and pokes are not in the log and stay as they are.
insert into workflow.workflow_run as h (
  id, type, payload, idempotency_key, priority, max_attempts, parent_run, parent_step, workflow_id,
  order_id, namespace, created_at, status, run_at, leased_by, attempt, waiting_for, last_error,
  result, started_at, finished_at, updated_at)
select
  n.id, n.type, n.payload::json, n.idempotency_key, n.priority, n.max_attempts, n.parent_run,
  n.parent_step, n.workflow_id, n.order_id, n.namespace, workflow.at_micros(n.created_at), n.status,
  workflow.at_micros(n.run_at), n.leased_by, n.attempt, n.waiting_for, n.last_error,
  n.result::json, workflow.at_micros(n.started_at), workflow.at_micros(n.finished_at),
  workflow.at_micros(n.updated_at)
from unnest(
  :new_id::uuid[], :new_type::text[], :new_payload::text[], :new_key::text[],
  :new_priority::int[], :new_max_attempts::int[], :new_parent_run::uuid[],
  :new_parent_step::text[], :new_workflow_id::uuid[], :new_order_id::text[],
  :new_namespace::text[], :new_created_at::bigint[], :new_status::text[], :new_run_at::bigint[],
  :new_leased_by::text[], :new_attempt::int[], :new_waiting_for::text[], :new_last_error::text[],
  :new_result::text[], :new_started_at::bigint[], :new_finished_at::bigint[],
  :new_updated_at::bigint[]
) as n (
  id, type, payload, idempotency_key, priority, max_attempts, parent_run, parent_step, workflow_id,
  order_id, namespace, created_at, status, run_at, leased_by, attempt, waiting_for, last_error,
  result, started_at, finished_at, updated_at)
order by n.id
on conflict (id) do update set
  type = excluded.type,
  payload = excluded.payload,
  idempotency_key = excluded.idempotency_key,
  priority = excluded.priority,
  max_attempts = excluded.max_attempts,
  parent_run = excluded.parent_run,
  parent_step = excluded.parent_step,
  workflow_id = excluded.workflow_id,
  order_id = excluded.order_id,
  namespace = excluded.namespace,
  created_at = excluded.created_at,
  status = excluded.status,
  run_at = excluded.run_at,
  leased_by = excluded.leased_by,
  attempt = excluded.attempt,
  waiting_for = excluded.waiting_for,
  last_error = excluded.last_error,
  result = excluded.result,
  started_at = excluded.started_at,
  finished_at = excluded.finished_at,
  updated_at = excluded.updated_at
