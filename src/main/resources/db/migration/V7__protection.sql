-- Protection: bodies encrypted or reduced, the trace that a delivery came with, retention of the rest.

ALTER TABLE webhook_bodies
  -- null: the bytes as they are; else nonce, ciphertext and tag of AES-256-GCM under the key of this name
  ADD COLUMN key_id      text,
  ADD COLUMN kept        text  NOT NULL DEFAULT 'all', -- of what was received
  ADD COLUMN body_sha256 bytea, -- of what was received; null in rows older than this column
  ADD COLUMN traceparent text,  -- W3C Trace Context, as the sender gave it
  ADD CONSTRAINT webhook_bodies_kept CHECK (kept IN ('all', 'fields', 'hash')),
  ADD CONSTRAINT webhook_bodies_sha256 CHECK (octet_length(body_sha256) = 32);

-- The payload is null where the bytes are encrypted, too.
CREATE OR REPLACE VIEW webhook_events AS
SELECT j.provider, j.account_scope, j.event_id, j.source, j.event_type, j.state, j.attempts,
       j.next_attempt_at, j.accepted_at, j.finished_at, j.outcome, j.last_error,
       CASE WHEN b.key_id IS NULL THEN webhook_body_as_json(b.body) END AS payload
  FROM webhook_jobs j
  LEFT JOIN webhook_bodies b USING (delivery_id);

-- serves the retention of the audit
CREATE INDEX webhook_audit_at ON webhook_audit (at);
-- serves the retention of failed attempts
CREATE INDEX webhook_attempts_ended ON webhook_attempts (ended_at);
