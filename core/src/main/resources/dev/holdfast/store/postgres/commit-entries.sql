-- The commonest batch: entries of runs that exist, no header changes.
insert into workflow.run_log (run_id, seq, count, events)
select e.run_id, e.seq, e.count, e.events
from unnest(:run::uuid[], :seq::bigint[], :count::int[], :events::text[])
  as e (run_id, seq, count, events)
on conflict do nothing
returning run_id
