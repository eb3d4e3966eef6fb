-- The beginning of claims that go by priority: the few distinct ones that something waits at.
with recursive
urgency (priority) as (
  (select h.priority
   from workflow.workflow_run h
   where h.status = 'pending' and h.deleted_at is null and h.run_at is not null
   order by h.priority
   limit 1)
  union all
  select
    (select h.priority
     from workflow.workflow_run h
     where h.status = 'pending' and h.deleted_at is null and h.run_at is not null
       and h.priority > u.priority
     order by h.priority
     limit 1)
  from urgency u
  where u.priority is not null
),
