-- api_token  who may use a server that others can reach; the token itself is not here, only its hash.

CREATE TABLE api_token (
  id         BLOB    NOT NULL PRIMARY KEY,
  name       TEXT    NOT NULL,
  hash       TEXT    NOT NULL UNIQUE,
  scope      TEXT    NOT NULL CHECK (scope IN ('read', 'operate', 'admin')),
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) WITHOUT ROWID;
