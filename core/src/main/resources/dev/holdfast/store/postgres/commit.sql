-- A batch of appends, each of another run, in one transaction. Of the parts between "if" and "end" a
-- batch gets those that it needs: most are entries and nothing else.
--
-- Locks are taken in one order everywhere, claims included, so that no two transactions can wait for
-- each other: first the headers that will change, then new headers, then entries; each by id, new
-- headers by key. The comparisons with a count do nothing but make one part wait for the part before.
-- "is true" keeps the planner from turning the test into a join: it looks in a hash table instead. For
-- the same reason the log of a new run is looked for with a limit.
with
-- if changes
held as materialized (
  select h.id
  from workflow.workflow_run h
  where h.id = any (:changed::uuid[])
  order by h.id
  for update
),
-- end
-- if creates
created as (
  insert into workflow.workflow_run (
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
  ) with ordinality as n (
    id, type, payload, idempotency_key, priority, max_attempts, parent_run, parent_step, workflow_id,
    order_id, namespace, created_at, status, run_at, leased_by, attempt, waiting_for, last_error,
    result, started_at, finished_at, updated_at, place)
  where (select l.seq from workflow.run_log l where l.run_id = n.id order by l.seq limit 1) is null
-- end
-- if creates and changes
    and (select count(*) from held) >= 0
-- end
-- if creates
  order by n.idempotency_key, n.place
  on conflict do nothing
  returning id
),
-- end
entry as (
  insert into workflow.run_log (run_id, seq, count, events)
  select e.run_id, e.seq, e.count, e.events
-- if not creates
  from unnest(:run::uuid[], :seq::bigint[], :count::int[], :events::text[])
    as e (run_id, seq, count, events)
-- end
-- if not creates and changes
  where (select count(*) from held) >= 0
-- end
-- if creates
  from unnest(:run::uuid[], :seq::bigint[], :count::int[], :events::text[], :fresh::boolean[])
    as e (run_id, seq, count, events, fresh)
  where (select count(*) from created) >= 0
    and (not e.fresh or e.run_id in (select id from created))
-- end
  on conflict do nothing
  returning run_id
)
-- if updates
, changed as (
  update workflow.workflow_run h
  set status = u.status,
      run_at = workflow.at_micros(u.run_at),
      leased_by = u.leased_by,
      attempt = u.attempt,
      waiting_for = u.waiting_for,
      last_error = u.last_error,
      result = u.result::json,
      started_at = workflow.at_micros(u.started_at),
      finished_at = workflow.at_micros(u.finished_at),
      updated_at = workflow.at_micros(u.updated_at),
      poked = false
  from unnest(
    :id::uuid[], :status::text[], :run_at::bigint[], :leased_by::text[], :attempt::int[],
    :waiting_for::text[], :last_error::text[], :result::text[], :started_at::bigint[],
    :finished_at::bigint[], :updated_at::bigint[]
  ) as u (
    id, status, run_at, leased_by, attempt, waiting_for, last_error, result, started_at, finished_at,
    updated_at)
  where h.id = u.id
    and (u.id in (select run_id from entry)) is true
)
-- end
-- if pokes
, poked as (
  update workflow.workflow_run h
  set poked = true
  from unnest(:poked::uuid[]) as p (id)
  where h.id = p.id
    and not h.poked
    and (p.id in (select run_id from entry)) is true
)
-- end
-- if payloads
-- Not "do nothing": whoever clears away the last run that had the value may be deleting it right now.
, kept as (
  insert into workflow.payload as k (hash, data)
  select distinct on (p.hash) p.hash, p.data
  from unnest(:payload_run::uuid[], :hash::text[], :data::text[]) as p (run_id, hash, data)
  where (p.run_id in (select run_id from entry)) is true
  order by p.hash
  on conflict (hash) do update set hash = k.hash
)
, used as (
  insert into workflow.payload_use (hash, run_id)
  select distinct p.hash, p.run_id
  from unnest(:hash::text[], :payload_run::uuid[]) as p (hash, run_id)
  where (p.run_id in (select run_id from entry)) is true
  order by p.hash, p.run_id
  on conflict do nothing
)
-- end
-- if hint
, hint as materialized (
  select pg_notify('holdfast', :hint::text) where exists (select from entry)
)
select e.run_id from entry e where (select count(*) from hint) >= 0
-- end
-- if not hint
select e.run_id from entry e
-- end
