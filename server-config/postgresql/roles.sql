-- Least privilege: the owner applies db/migration and then this, as often as it likes. The roles log in once a
-- password is set: ALTER ROLE webhook_inbox_worker PASSWORD '…'. Nodes run with inbox.schema.migrate=false.
--
-- webhook_inbox_accept:   nodes that only accept (inbox.worker.enabled=false), with console and API
-- webhook_inbox_worker:   nodes that work too
-- webhook_inbox_operator: people who look by SQL; reads no payload
DO $$
DECLARE
  role text;
BEGIN
  FOREACH role IN ARRAY ARRAY['webhook_inbox_accept', 'webhook_inbox_worker', 'webhook_inbox_operator'] LOOP
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = role) THEN
      EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE', role);
    END IF;
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), role);
  END LOOP;
END
$$;

-- Every node accepts, serves API and console, and runs retention: it looks at all tables, and deletes what is old.
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_jobs, webhook_bodies, webhook_attempts, webhook_actions
  TO webhook_inbox_accept, webhook_inbox_worker;
GRANT SELECT, DELETE ON webhook_progress TO webhook_inbox_accept;
GRANT SELECT, INSERT, DELETE ON webhook_audit TO webhook_inbox_accept, webhook_inbox_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_pauses TO webhook_inbox_accept, webhook_inbox_worker;
GRANT SELECT ON webhook_events TO webhook_inbox_accept, webhook_inbox_worker;
GRANT USAGE, SELECT ON SEQUENCE webhook_delivery_id TO webhook_inbox_accept, webhook_inbox_worker;

-- What only working takes.
GRANT INSERT, UPDATE, SELECT, DELETE ON webhook_progress, webhook_applied, webhook_rates TO webhook_inbox_worker;
GRANT SELECT, UPDATE, DELETE ON webhook_applied TO webhook_inbox_accept; -- to lock what it deletes
GRANT SELECT ON webhook_rates TO webhook_inbox_accept;

-- Looking, without what was received.
GRANT SELECT ON webhook_jobs, webhook_attempts, webhook_actions, webhook_audit, webhook_pauses, webhook_applied,
  webhook_progress TO webhook_inbox_operator;
GRANT SELECT (delivery_id, received_at, content_type, key_id, kept) ON webhook_bodies TO webhook_inbox_operator;
