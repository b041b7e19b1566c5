-- Of several handlers, those whose failure is final in the present budget of attempts, and how each
-- ended: {"handler": "gave-up" or "exhausted"}. They are not called again before a fresh budget.
ALTER TABLE webhook_jobs ADD COLUMN given_up jsonb;

-- Several handlers may fail for good in one attempt. 0: the one that decided how the attempt ended.
ALTER TABLE webhook_attempts
  ADD COLUMN part integer NOT NULL DEFAULT 0,
  DROP CONSTRAINT webhook_attempts_pkey,
  ADD PRIMARY KEY (provider, account_scope, event_id, lease_token, part);
