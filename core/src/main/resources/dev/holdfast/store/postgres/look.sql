-- The other live nodes, and whether the session of each still holds its lock. Looking takes no lock:
-- to try the lock would be to hold it for a moment, and mislead whoever looks in that moment. On a
-- server that has just started nobody can hold one yet, so there every lock counts as held.
select
  n.id,
  n.session_lock is not null as locks,
  (extract(epoch from n.lease_until) * 1000000)::bigint as lease_until,
  clock_timestamp() - pg_postmaster_start_time() < interval '10 seconds' or exists (
    select
    from pg_locks l
    where l.locktype = 'advisory' and l.objsubid = 1 and l.granted
      and l.database = (select d.oid from pg_database d where d.datname = current_database())
      and l.classid = ((n.session_lock >> 32) & 4294967295)::oid
      and l.objid = (n.session_lock & 4294967295)::oid) as held
from workflow.node n
where n.lease_until > coalesce(workflow.at_micros(:now::bigint), clock_timestamp())
  and n.id <> all (:own::text[])
