-- api_token  Who may use a server that others can reach; the token itself is not here, only its hash.

create table workflow.api_token (
  id uuid primary key,
  name text not null,
  hash text not null unique,
  scope text not null check (scope in ('read', 'operate', 'admin')),
  created_at timestamptz not null,
  revoked_at timestamptz
);
