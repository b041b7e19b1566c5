package dev.webhookinbox.platform;

import jakarta.annotation.Priority;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/**
 * Brings the schema to this version at start-up, unless {@code inbox.schema.migrate=false} leaves
 * that to a DBA, who applies the same files. Servers that start together wait for one another.
 * Other tables may stand in the schema: handlers' own, for instance.
 */
@ApplicationScoped
class Migration {

  static final String KEY = "inbox.schema.migrate";

  @Resource(lookup = "jdbc/inbox-work")
  DataSource database;

  @Inject Settings settings;

  void start(@Observes @Priority(StartOrder.SCHEMA) Starting event) {
    if (settings.flag(KEY, true)) {
      Flyway.configure(Migration.class.getClassLoader())
          .dataSource(database)
          .locations("classpath:db/migration")
          .table("webhook_schema_history")
          .baselineOnMigrate(true)
          .baselineVersion("0")
          .load()
          .migrate();
    }
  }
}
