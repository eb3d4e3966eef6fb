-- Runs for a node: those that are due and those whose holder is dead, the most urgent first.
--
-- urgency walks the few distinct priorities and due takes from each in index order, so that runs which
-- sleep are never looked at, however many there are. holder walks the few distinct nodes in the same
-- way. A run that somebody else is changing is skipped, not waited for. The entry decides: where it
-- cannot be written, because the run was spoken to in this moment, the header is left alone. A node whose
-- own lease is over takes nothing: others would take it for dead and the run with it.
clock as materialized (
  select coalesce(workflow.at_micros(:now::bigint), clock_timestamp()) as now
),
live as materialized (
  select n.id from workflow.node n where n.lease_until > (select now from clock)
),
holder (id) as (
  (select h.leased_by
   from workflow.workflow_run h
   where h.status = 'leased' and h.leased_by is not null
   order by h.leased_by
   limit 1)
  union all
  select
    (select h.leased_by
     from workflow.workflow_run h
     where h.status = 'leased' and h.leased_by > o.id
     order by h.leased_by
     limit 1)
  from holder o
  where o.id is not null
),
due as materialized (
  select c.id, c.priority, c.run_at, c.next
  from urgency u
  cross join lateral (
    select h.id, h.priority, h.run_at, t.next
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
      and h.run_at <= (select now from clock)
      and h.type = any (:workflows::text[])
    order by h.run_at, h.id
    limit :limit::int
    for update of h skip locked
  ) c
  limit :limit::int
),
lost as materialized (
  select c.id, c.priority, c.run_at, c.next
  from holder o
  cross join lateral (
    select h.id, h.priority, h.run_at, t.next
    from workflow.workflow_run h
    cross join lateral (
      select l.seq + l.count as next
      from workflow.run_log l
      where l.run_id = h.id
      order by l.seq desc
      limit 1
    ) t
    where h.status = 'leased' and h.deleted_at is null
      and h.leased_by = o.id
      and (h.lease_until is null or h.lease_until <= (select now from clock))
      and h.type = any (:workflows::text[])
    order by h.priority, h.run_at, h.id
    limit :limit::int
    for update of h skip locked
  ) c
  where o.id is not null
    and :takes_over::boolean
    and (o.id in (select id from live)) is not true
),
chosen as materialized (
  select c.id, c.next
  from (select d.* from due d union all select l.* from lost l) c
  where not exists (
    select from workflow.node n
    where n.id = :node::text and n.lease_until <= (select now from clock))
  order by c.priority, c.run_at, c.id
  limit :limit::int
),
upcoming as (
  select min(c.run_at) as next_due
  from urgency u
  cross join lateral (
    select h.run_at
    from workflow.workflow_run h
    where h.status = 'pending' and h.deleted_at is null
      and h.priority = u.priority
      and h.run_at > (select now from clock)
      and h.type = any (:workflows::text[])
    order by h.run_at, h.id
    limit 1
  ) c
),
-- What the node holds already and somebody has spoken to: it is told once. Locked rows are left for
-- the next time: whoever waits for a header while holding others could wait in a circle. What this
-- statement takes is left out: of two changes to a row in one statement only one is made, and the run
-- would have a claim that its header does not know.
heard as (
  update workflow.workflow_run h
  set poked = false
  where h.id = any (array(
    select p.id
    from workflow.workflow_run p
    where p.poked and p.leased_by = :node::text
      and (p.id in (select id from chosen)) is not true
    for update skip locked))
  returning h.id
),
