-- Definitions of graph workflows, and the orders of the demonstration.
--
-- workflow  One row per posted definition; never changed. What refers to a name means its newest version.
-- orders    What the actions of task steps work on.
-- secret    What links that nobody can guess are derived from.

create table workflow.workflow (
  id uuid primary key,
  name text not null,
  version integer not null,
  -- Text, so that what is read back is what was posted, digit for digit.
  definition text not null,
  created_at timestamptz not null,
  unique (name, version)
);

create table workflow.orders (
  id text primary key,
  status text not null check (status in ('pending', 'validated', 'charged', 'shipped')),
  amount numeric not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table workflow.secret (
  name text primary key,
  value text not null
);

-- One live run per order. The runs that it calls work on the same order and do not count.
create unique index idx_workflow_run_order on workflow.workflow_run (order_id)
  where order_id is not null and parent_run is null and status in ('pending', 'leased');
