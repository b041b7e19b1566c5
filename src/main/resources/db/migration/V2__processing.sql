-- Processing that can be trusted: the history of attempts, their limit, the guard of actions.

-- When the running attempt was claimed; the beginning of its row below, should it fail.
ALTER TABLE webhook_jobs ADD COLUMN claimed_at timestamptz;
-- Why the running attempt's lease is not renewed any more, where that was decided.
ALTER TABLE webhook_jobs ADD COLUMN lease_ends text;

-- One row a failed attempt; a success leaves none. The token is that of the attempt's holding.
CREATE TABLE webhook_attempts (
  provider      text        NOT NULL,
  account_scope text        NOT NULL,
  event_id      text        NOT NULL,
  lease_token   bigint      NOT NULL,
  attempt       integer     NOT NULL,
  started_at    timestamptz NOT NULL,
  ended_at      timestamptz NOT NULL DEFAULT now(),
  node          text        NOT NULL, -- the worker as it named itself at its start
  handler       text, -- whose failure decided; null where no handler's did
  outcome       text        NOT NULL,
  error_class   text,
  message       text        NOT NULL,
  detail        text, -- what a target answered, for instance
  PRIMARY KEY (provider, account_scope, event_id, lease_token),
  CONSTRAINT webhook_attempts_of_job FOREIGN KEY (provider, account_scope, event_id)
    REFERENCES webhook_jobs ON DELETE CASCADE
);

-- The guard of actions: who is at it, what could not be found out, and what an operator decided.
-- done: its result is known. started: somebody was or is at it. undecided: an operator must say
-- whether it happened. open: an operator said that it did not; the next who asks calls again.
ALTER TABLE webhook_actions
  ADD COLUMN holder_event_id text,   -- the job at it, of the same provider and account,
  ADD COLUMN holder_token    bigint, -- alive as long as that job has this token
  ADD COLUMN reason          text,
  ADD COLUMN decided_by      text,
  ADD COLUMN decided_at      timestamptz,
  ADD COLUMN decided_why     text,
  DROP CONSTRAINT webhook_actions_state,
  ADD CONSTRAINT webhook_actions_state CHECK (state IN ('open', 'started', 'undecided', 'done')),
  ADD CONSTRAINT webhook_actions_undecided_has_reason CHECK (state <> 'undecided' OR reason IS NOT NULL);

-- serves the retention of guards, which is by operation
CREATE INDEX webhook_actions_finished ON webhook_actions (operation, finished_at) WHERE state = 'done';
-- serves the operators: what waits for them
CREATE INDEX webhook_actions_undecided ON webhook_actions (started_at) WHERE state = 'undecided';
-- serves an operator's decision: the jobs that wait for it
CREATE INDEX webhook_jobs_undecided ON webhook_jobs (provider, account_scope)
  WHERE outcome = 'needs-decision';
