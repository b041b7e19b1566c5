-- Turns: order by key, pauses, rates, and a share of the work for each account.

ALTER TABLE webhook_jobs
  ADD COLUMN delivery_place integer NOT NULL DEFAULT 1, -- its place in the delivery, from 1
  -- of events that are handled in order: what they are ordered by, within provider and account
  ADD COLUMN order_key      text,
  ADD COLUMN order_version  numeric, -- the provider's; null: the order of acceptance
  ADD COLUMN order_blocks   boolean NOT NULL DEFAULT false, -- should it fail, its key waits for a person
  -- why it is not due at any time: 'turn', or what is paused as in webhook_pauses ('route:fulfil')
  ADD COLUMN waits_for      text,
  ADD COLUMN begun_at       timestamptz, -- the first attempt of its budget
  ADD COLUMN slot_of        text, -- the route at whose rate it has its turn when it is due next
  ADD CONSTRAINT webhook_jobs_waits_for_ever CHECK ((waits_for IS NULL) = (next_attempt_at < 'infinity')),
  ADD CONSTRAINT webhook_jobs_waits_while_pending CHECK (waits_for IS NULL OR state = 'pending'),
  ADD CONSTRAINT webhook_jobs_turn_of_a_key CHECK (waits_for IS DISTINCT FROM 'turn' OR order_key IS NOT NULL),
  ADD CONSTRAINT webhook_jobs_blocks_a_key CHECK (NOT order_blocks OR order_key IS NOT NULL);

-- serves the promotion: the first of those that wait for their turn
CREATE INDEX webhook_jobs_turn
  ON webhook_jobs (provider, account_scope, order_key, order_version NULLS FIRST, delivery_id, delivery_place)
  WHERE waits_for = 'turn';
-- serves the promotion, and makes sure: one event of a key at a time (P11)
CREATE UNIQUE INDEX webhook_jobs_head ON webhook_jobs (provider, account_scope, order_key)
  WHERE order_key IS NOT NULL AND state IN ('pending', 'running') AND waits_for IS DISTINCT FROM 'turn';
-- serves the promotion, and the list of blocked keys
CREATE INDEX webhook_jobs_blocking ON webhook_jobs (provider, account_scope, order_key)
  WHERE order_blocks AND state = 'failed';
-- serves the resuming
CREATE INDEX webhook_jobs_parked ON webhook_jobs (waits_for, accepted_at) WHERE waits_for <> 'turn';
-- serves the claim that gives each account its share
CREATE INDEX webhook_jobs_tenant ON webhook_jobs (source, account_scope, next_attempt_at)
  WHERE state = 'pending' AND waits_for IS NULL;

-- How far each key of a versioned order has come.
CREATE TABLE webhook_applied (
  provider      text        NOT NULL,
  account_scope text        NOT NULL,
  order_key     text        NOT NULL,
  version       numeric     NOT NULL,
  applied_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, account_scope, order_key)
);

-- serves its retention
CREATE INDEX webhook_applied_at ON webhook_applied (applied_at);

-- What operators have paused, on all nodes.
CREATE TABLE webhook_pauses (
  subject   text        PRIMARY KEY, -- 'source:orders', 'route:fulfil'
  paused_at timestamptz NOT NULL DEFAULT now(),
  paused_by text        NOT NULL,
  reason    text        NOT NULL
);

-- When the next call of a route with a rate may begin, over all nodes.
CREATE TABLE webhook_rates (
  route     text        PRIMARY KEY,
  next_slot timestamptz NOT NULL
);
