-- The end of both claims: an entry at the tail of each chosen run, and the header of each that got one.
entry as (
  insert into workflow.run_log (run_id, seq, count, events)
  select c.id, c.next, 1, :events::text
  from chosen c
  order by c.id
  on conflict do nothing
  returning run_id
),
taken as (
  update workflow.workflow_run h
  set status = 'leased',
      leased_by = :node::text,
      lease_until = null,
      attempt = case when h.status = 'leased' then h.attempt + 1 else h.attempt end,
      waiting_for = null,
      started_at = coalesce(h.started_at, workflow.at_micros(:at::bigint)),
      updated_at = workflow.at_micros(:at::bigint),
      poked = false
  from chosen c
  where h.id = c.id
    and (c.id in (select run_id from entry)) is true
  returning h.*
)
select
  t.id, t.type, t.payload, t.idempotency_key, t.priority, t.max_attempts, t.parent_run, t.parent_step,
  t.workflow_id, t.order_id, t.namespace, t.created_at, t.status, t.run_at, t.leased_by, t.attempt,
  t.waiting_for, t.last_error, t.result, t.started_at, t.finished_at, t.updated_at,
  s.next_due,
  (select array_agg(heard.id) from heard) as heard
from upcoming s
left join taken t on true
order by t.priority, t.run_at, t.id
