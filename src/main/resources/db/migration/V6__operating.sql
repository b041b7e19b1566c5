-- Operating: the page of one event shows its guarded actions.

-- serves that page: by the event that asked first…
CREATE INDEX webhook_actions_event ON webhook_actions (provider, account_scope, event_id);
-- …and by another that asked later
CREATE INDEX webhook_actions_holder ON webhook_actions (provider, account_scope, holder_event_id)
  WHERE holder_event_id <> event_id;
