-- Ends the lease of a node whose session lock was free twice, unless it has shown life since.
update workflow.node n
set lease_until = coalesce(workflow.at_micros(:now::bigint), clock_timestamp())
where n.id = :node::text
  and n.lease_until = workflow.at_micros(:lease_until::bigint)
  and n.lease_until > coalesce(workflow.at_micros(:now::bigint), clock_timestamp())
  and not exists (
    select
    from pg_locks l
    where l.locktype = 'advisory' and l.objsubid = 1 and l.granted
      and l.database = (select d.oid from pg_database d where d.datname = current_database())
      and l.classid = ((n.session_lock >> 32) & 4294967295)::oid
      and l.objid = (n.session_lock & 4294967295)::oid)
