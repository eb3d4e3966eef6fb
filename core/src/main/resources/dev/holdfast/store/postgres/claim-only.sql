-- One run for a node: pending, due or not, or held by a dead one. Waits for whoever is changing it.
with
clock as materialized (
  select coalesce(workflow.at_micros(:now::bigint), clock_timestamp()) as now
),
chosen as materialized (
  select h.id, t.next
  from workflow.workflow_run h
  cross join lateral (
    select l.seq + l.count as next
    from workflow.run_log l
    where l.run_id = h.id
    order by l.seq desc
    limit 1
  ) t
  where h.id = :only::uuid
    and h.deleted_at is null
    and h.type = any (:workflows::text[])
    and not exists (
      select from workflow.node n
      where n.id = :node::text and n.lease_until <= (select now from clock))
    and (h.status = 'pending'
      or h.status = 'leased'
        and (h.lease_until is null or h.lease_until <= (select now from clock))
        and not exists (
          select from workflow.node n
          where n.id = h.leased_by and n.lease_until > (select now from clock)))
  for update of h
),
upcoming as (
  select null::timestamptz as next_due
),
-- Whoever asks for one run does not listen for others.
heard as (
  select null::uuid as id where false
),
