-- The inbox. Plain SQL for PostgreSQL 14 and later; never edited after a release.

-- One number a delivery; also the order of acceptance within one database.
CREATE SEQUENCE webhook_delivery_id;

-- The exact bytes received, once a delivery, apart from the rows that change.
CREATE TABLE webhook_bodies (
  delivery_id      bigint      PRIMARY KEY,
  received_at      timestamptz NOT NULL DEFAULT now(),
  content_type     text,
  content_encoding text,
  body             bytea       NOT NULL
);

-- One row an event: its identity, and the job of handling it.
CREATE TABLE webhook_jobs (
  provider        text        NOT NULL,
  account_scope   text        NOT NULL,
  event_id        text        NOT NULL,
  source          text        NOT NULL,
  event_type      text        NOT NULL,
  object_key      text,
  delivery_id     bigint      NOT NULL, -- no foreign key: the body goes before the identity does
  body_binding    text        NOT NULL, -- what the signature covered
  body_sha256     bytea       NOT NULL,
  state           text        NOT NULL DEFAULT 'pending',
  attempts        integer     NOT NULL DEFAULT 0, -- counted at the claim
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  accepted_at     timestamptz NOT NULL DEFAULT now(),
  finished_at     timestamptz,
  outcome         text,
  last_error      text,
  lease_token     bigint      NOT NULL DEFAULT 0, -- grows with every change of hands, never reset
  lease_owner     text,
  lease_until     timestamptz,
  -- set where the id is not signed: the same signed bytes under another id are a suspected replay
  replay_print    bytea,
  replays         integer     NOT NULL DEFAULT 0, -- suspected replays of this event, not run
  altered         integer     NOT NULL DEFAULT 0, -- deliveries of this id with other bytes, not run
  signalled_again boolean     NOT NULL DEFAULT false, -- a signal that arrived while this one ran
  PRIMARY KEY (provider, account_scope, event_id),
  CONSTRAINT webhook_jobs_body_binding CHECK (body_binding IN ('raw', 'fields', 'none')),
  CONSTRAINT webhook_jobs_body_sha256 CHECK (octet_length(body_sha256) = 32),
  CONSTRAINT webhook_jobs_state CHECK (state IN ('pending', 'running', 'done', 'failed')),
  CONSTRAINT webhook_jobs_attempts CHECK (attempts >= 0),
  CONSTRAINT webhook_jobs_leased_when_running CHECK ((state = 'running') = (lease_owner IS NOT NULL)),
  CONSTRAINT webhook_jobs_lease_whole CHECK ((lease_owner IS NULL) = (lease_until IS NULL)),
  CONSTRAINT webhook_jobs_finished_at_end CHECK ((state IN ('done', 'failed')) = (finished_at IS NOT NULL)),
  CONSTRAINT webhook_jobs_outcome_at_end CHECK ((finished_at IS NULL) = (outcome IS NULL)),
  CONSTRAINT webhook_jobs_signalled_while_running CHECK (state = 'running' OR NOT signalled_again),
  CONSTRAINT webhook_jobs_failed_has_reason CHECK (state <> 'failed' OR last_error IS NOT NULL)
) WITH (
  -- every job is updated twice and no update can be HOT: clean up early and without pauses
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0,
  autovacuum_analyze_scale_factor = 0.02,
  autovacuum_analyze_threshold = 1000
);

-- serves the claim: due jobs in order
CREATE INDEX webhook_jobs_due ON webhook_jobs (next_attempt_at) WHERE state = 'pending';
-- serves the rescue and the renewal: the few running jobs by the end of their lease
CREATE INDEX webhook_jobs_leased ON webhook_jobs (lease_until) WHERE state = 'running';

-- serves acceptance: at most one event for the same signed bytes where the id is not signed (P14)
CREATE UNIQUE INDEX webhook_jobs_replay ON webhook_jobs (source, replay_print)
  WHERE replay_print IS NOT NULL;

-- Where an event has several handlers: those that are done with it.
CREATE TABLE webhook_progress (
  provider      text        NOT NULL,
  account_scope text        NOT NULL,
  event_id      text        NOT NULL,
  handler       text        NOT NULL,
  done_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, account_scope, event_id, handler)
);

-- The guard of business actions: one row an action, whichever event asks for it.
CREATE TABLE webhook_actions (
  provider      text        NOT NULL,
  account_scope text        NOT NULL,
  operation     text        NOT NULL,
  business_key  text        NOT NULL,
  event_id      text        NOT NULL, -- the event that asked first
  state         text        NOT NULL DEFAULT 'started',
  started_at    timestamptz NOT NULL DEFAULT now(),
  finished_at   timestamptz,
  result        text,
  PRIMARY KEY (provider, account_scope, operation, business_key),
  CONSTRAINT webhook_actions_state CHECK (state IN ('started', 'done')),
  CONSTRAINT webhook_actions_finished_when_done CHECK ((state = 'done') = (finished_at IS NOT NULL))
);

-- The bytes as JSON, or null where PostgreSQL cannot hold them as such (U+0000, lone surrogates,
-- other encodings, other formats). For looking only: the truth is in webhook_bodies.
CREATE FUNCTION webhook_body_as_json(body bytea) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN convert_from(body, 'UTF8')::jsonb;
EXCEPTION WHEN OTHERS THEN
  RETURN NULL;
END
$$;

CREATE VIEW webhook_events AS
SELECT j.provider, j.account_scope, j.event_id, j.source, j.event_type, j.state, j.attempts,
       j.next_attempt_at, j.accepted_at, j.finished_at, j.outcome, j.last_error,
       webhook_body_as_json(b.body) AS payload
  FROM webhook_jobs j
  LEFT JOIN webhook_bodies b USING (delivery_id);
