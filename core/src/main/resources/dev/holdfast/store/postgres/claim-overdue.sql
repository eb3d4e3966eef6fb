-- Runs that have been due for long, the longest first, whatever their priority: so that what is less urgent
-- than everything else is taken at last. Of each level those at the front of its index are looked at.
clock as materialized (
  select c.now, least(workflow.at_micros(:due_before::bigint), c.now) as due_before
  from (select coalesce(workflow.at_micros(:now::bigint), clock_timestamp()) as now) c
),
due as materialized (
  select c.id, c.run_at, c.next
  from urgency u
  cross join lateral (
    select h.id, h.run_at, t.next
    from workflow.workflow_run h
    cross join lateral (
      select l.seq + l.count as next
      from workflow.run_log l
      where l.run_id = h.id
      order by l.seq desc
      limit 1
    ) t
    where h.status = 'pending' and h.deleted_at is null
      and h.priority = u.priority
      and h.run_at <= (select due_before from clock)
      and h.type = any (:workflows::text[])
    order by h.run_at, h.id
    limit :limit::int
    for update of h skip locked
  ) c
),
chosen as materialized (
  select d.id, d.next
  from due d
  where not exists (
    select from workflow.node n
    where n.id = :node::text and n.lease_until <= (select now from clock))
  order by d.run_at, d.id
  limit :limit::int
),
upcoming as (
  select null::timestamptz as next_due
),
heard as (
  select null::uuid as id where false
),
