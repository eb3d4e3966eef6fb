-- A node lives on, or registers. A lease that is over is not revived: others may have taken its runs.
with
clock as materialized (
  select coalesce(workflow.at_micros(:now::bigint), clock_timestamp()) as now
),
beat as (
  insert into workflow.node as n (id, started_at, lease_until, session_lock)
  select
    :node::text, c.now, c.now + :lease::bigint * interval '1 microsecond', :session_lock::bigint
  from clock c
  where :first::boolean or exists (select from workflow.node o where o.id = :node::text)
  on conflict (id) do update
  set lease_until = excluded.lease_until,
      session_lock = excluded.session_lock
  where n.lease_until > excluded.started_at
  returning n.id
)
select
  exists (select from beat) as live,
  (select count(*)
   from workflow.node n
   where n.id <> :node::text and n.lease_until > (select now from clock)) as others,
  clock_timestamp() as database_time
