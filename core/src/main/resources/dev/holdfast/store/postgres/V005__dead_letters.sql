-- dead_letter_decision  What people decided about runs that have failed for good. A failed run that has no
--                       row here is a dead letter.

create table workflow.dead_letter_decision (
  run_id uuid primary key,
  decision text not null check (decision in ('requeued', 'discarded')),
  successor uuid,
  reason text,
  decided_at timestamptz not null
);
