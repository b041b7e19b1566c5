package dev.webhookinbox.platform;

import jakarta.annotation.Priority;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/**
 * Brings the schema to this version at start-up, or with {@code inbox.schema.migrate=false} checks
 * that a DBA has done so with the same files. Servers that start together wait for one another.
 */
@ApplicationScoped
class Migration {

  static final String KEY = "inbox.schema.migrate";

  @Resource(lookup = "jdbc/inbox-work")
  DataSource database;

  @Inject Settings settings;

  void start(@Observes @Priority(StartOrder.SCHEMA) Startup event) {
    Flyway flyway =
        Flyway.configure(Migration.class.getClassLoader())
            .dataSource(database)
            .locations("classpath:db/migration")
            .table("webhook_schema_history")
            .load();
    if (settings.flag(KEY, true)) {
      flyway.migrate();
    } else {
      flyway.validate();
    }
  }
}
