-- Operating it: looking, auditing, letting go.

-- serves the list of events (newest first), and retention (oldest first)
CREATE INDEX webhook_jobs_accepted ON webhook_jobs (accepted_at);
-- serves the list of failed events and their number
CREATE INDEX webhook_jobs_failed ON webhook_jobs (accepted_at) WHERE state = 'failed';

-- What operators did: one row an action, in the action's own transaction; never changed.
CREATE TABLE webhook_audit (
  audit_id      bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at            timestamptz NOT NULL DEFAULT now(),
  operator      text        NOT NULL,
  action        text        NOT NULL,
  reason        text        NOT NULL,
  detail        text, -- of an action on many events: the filter and the number
  provider      text, -- the event; null for an action on many
  account_scope text,
  event_id      text
);

-- serves the page of one event
CREATE INDEX webhook_audit_event ON webhook_audit (provider, account_scope, event_id)
  WHERE event_id IS NOT NULL;
