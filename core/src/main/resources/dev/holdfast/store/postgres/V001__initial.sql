-- The tables of Holdfast on PostgreSQL.
--
-- run_log       The truth. One row per append: an entry of one or more events, as a JSON array. Its key
--               (run_id, seq of the first event) is the lock: of two writers at the same tail one wins.
-- run_event     A view of the same, one row per event, for people and reports.
-- payload       Values too large to stand in an event, by the hash of their content.
-- workflow_run  The header of each run: what its log says, in a form that can be queued, listed and
--               leased. It changes in the transaction that appends the events, and can be rebuilt
--               from them. Its columns are a public interface: other programs insert runs, cancel
--               them and read them with plain SQL.
-- node          The Holdfast processes and how long each is believed to be alive. A run says who
--               holds it; this table says whether that one still lives.
-- workflow_registry  Which runtime executes a workflow, for workers in other languages.
--
-- Migrations run in one transaction under an advisory lock and are never edited once released.

-- Sorted by time, so that new rows go to the same few pages of each index. PostgreSQL 18 has uuidv7(),
-- but 14 does not.
create function workflow.uuid_v7() returns uuid
language sql volatile parallel safe
as $$
  select encode(
    set_bit(set_bit(overlay(
      uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
      from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- Times travel as microseconds since the epoch. In two parts, because a number times an interval is
-- computed in floating point, which has no room for all microseconds of other centuries. Stable, not
-- immutable, or it could not be inlined.
create function workflow.at_micros(bigint) returns timestamptz
language sql stable parallel safe
as $$
  select timestamptz 'epoch'
    + ($1 / 1000000) * interval '1 second' + ($1 % 1000000) * interval '1 microsecond'
$$;

create table workflow.workflow_run (
  id uuid primary key default workflow.uuid_v7(),
  type text not null,
  payload json,
  status text not null default 'pending'
    check (status in ('pending', 'leased', 'succeeded', 'failed', 'cancelled')),
  -- Lower runs first.
  priority integer not null default 100,
  -- When a pending run is due; null when it waits until somebody speaks to it.
  run_at timestamptz default now(),
  idempotency_key text,
  -- 1 from the beginning, one more for every claim after a lost lease.
  attempt integer not null default 1,
  max_attempts integer not null default 3,
  leased_by text,
  -- Of workers that are no nodes. A run held by a node has none: the node's own lease counts.
  lease_until timestamptz,
  last_error text,
  result json,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  waiting_for text,
  started_at timestamptz,
  finished_at timestamptz,
  parent_run uuid,
  parent_step text,
  workflow_id uuid,
  order_id text,
  namespace text not null default 'default',
  -- Somebody spoke to this run while a node held it; that node should read its tail.
  poked boolean not null default false
) with (
  -- Room on the page for the next version of a row; a busy queue is vacuumed early and fast.
  fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0,
  autovacuum_analyze_scale_factor = 0.05
);

comment on column workflow.workflow_run.attempt is
  'Number of the present attempt: 1, and one more for every claim after a lost lease';

-- Not partial, so that ON CONFLICT (idempotency_key) finds it.
create unique index idx_workflow_run_idempotency on workflow.workflow_run (idempotency_key);

-- What is due, most urgent first. The type comes last: it filters without a look at the row.
create index idx_workflow_run_claim on workflow.workflow_run (priority, run_at, id, type)
  where status = 'pending' and deleted_at is null and run_at is not null;

-- What a node holds, to find what a dead one held; most urgent first, too.
create index idx_workflow_run_leased on workflow.workflow_run (leased_by, priority, run_at, id)
  where status = 'leased';

-- What somebody has spoken to while a node held it, until that node has heard.
create index idx_workflow_run_poked on workflow.workflow_run (leased_by) where poked;

-- For workers that claim with LIKE 'billing.%'.
create index idx_workflow_run_type_prefix on workflow.workflow_run (type text_pattern_ops)
  where status = 'pending' and deleted_at is null;

create table workflow.run_log (
  run_id uuid not null,
  seq bigint not null check (seq >= 1),
  count integer not null check (count >= 1),
  events text not null,
  primary key (run_id, seq)
);

create table workflow.payload (
  hash text primary key,
  data text not null
);

-- lz4 costs a fraction of the default compression's time, but not every server was built with it.
do $$
begin
  alter table workflow.run_log alter column events set compression lz4;
  alter table workflow.payload alter column data set compression lz4;
exception when feature_not_supported then
  null;
end
$$;

-- JSON allows the character U+0000 in a string but PostgreSQL cannot turn it into text, so the view
-- shows U+FFFD in its place. The log itself keeps what was written.
create view workflow.run_event as
select
  l.run_id,
  l.seq + e.place - 1 as seq,
  e.event ->> 'type' as type,
  workflow.at_micros((e.event ->> 'at')::bigint) as at,
  e.event ->> 'step' as step,
  coalesce((e.event ->> 'attempt')::integer, 1) as attempt,
  (select coalesce(json_object_agg(f.key, f.value), '{}'::json)
   from json_each(e.event) f
   where f.key not in ('type', 'at', 'step', 'attempt')) as data
from workflow.run_log l
cross join lateral
  json_array_elements(replace(l.events, '\u0000', '\ufffd')::json)
  with ordinality as e (event, place);

create table workflow.node (
  id text primary key,
  started_at timestamptz not null,
  lease_until timestamptz not null,
  -- The advisory lock that the node's own session holds while its process lives. Null when it holds
  -- none: then only the lease says whether it is alive.
  session_lock bigint
);

create table workflow.workflow_registry (
  workflow_name text primary key,
  intent_type text not null default 'workflow',
  runtime text not null,
  is_enabled boolean not null default true,
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
