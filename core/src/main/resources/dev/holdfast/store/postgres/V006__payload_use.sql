-- payload_use  Which runs have which large value, so that it goes with the last of them. What was stored
--              before this table was made is held by nobody's id, and stays.

create table workflow.payload_use (
  hash text not null references workflow.payload (hash),
  run_id uuid not null,
  primary key (hash, run_id)
);

create index payload_use_run on workflow.payload_use (run_id);

insert into workflow.payload_use (hash, run_id)
select p.hash, '00000000-0000-0000-0000-000000000000' from workflow.payload p;
