-- Jobs that may end the process that handles them.

-- How many attempts have ended in a row with their worker and without a result.
ALTER TABLE webhook_jobs ADD COLUMN lost integer NOT NULL DEFAULT 0;

-- serves the claim, one by one: those that may end the next worker, too
CREATE INDEX webhook_jobs_suspect ON webhook_jobs (next_attempt_at)
  WHERE state = 'pending' AND lost >= 2;
