-- How often an event came again: told to operators, nothing is decided by it.

ALTER TABLE webhook_jobs
  ADD COLUMN redelivered    integer NOT NULL DEFAULT 0,
  ADD COLUMN redelivered_at timestamptz; -- the last time, within seconds
