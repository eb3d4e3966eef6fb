-- payload_use   which runs have which large value, so that it goes with the last of them. What was stored
--               before this table was made is held by nobody's id, and stays.

CREATE TABLE payload_use (
  hash   TEXT NOT NULL,
  run_id BLOB NOT NULL,
  PRIMARY KEY (hash, run_id)
) WITHOUT ROWID;

CREATE INDEX payload_use_run ON payload_use (run_id);

INSERT INTO payload_use (hash, run_id) SELECT hash, zeroblob(16) FROM payload;
