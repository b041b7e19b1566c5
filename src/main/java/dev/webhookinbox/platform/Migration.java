package dev.webhookinbox.platform;

import jakarta.enterprise.context.ApplicationScoped;

/**
 * Brings the schema to this version at start-up, or with {@code inbox.schema.migrate=false} checks
 * that a DBA has done so with the same files.
 */
@ApplicationScoped
class Migration {

  static final String KEY = "inbox.schema.migrate";
}
