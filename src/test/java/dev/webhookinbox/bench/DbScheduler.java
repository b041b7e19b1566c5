package dev.webhookinbox.bench;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.webhookinbox.fixture.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/**
 * A peer, db-scheduler: one-time tasks by lock-and-fetch, as many threads as the worker has, its
 * limits as its manual sets them for throughput.
 */
final class DbScheduler {

  static final String SETTINGS = "lock-and-fetch, 16 threads, limits 1.0 and 4.0, 20 connections";

  private static final String TABLE =
      """
      CREATE TABLE IF NOT EXISTS scheduled_tasks (
        task_name text NOT NULL,
        task_instance text NOT NULL,
        task_data bytea,
        execution_time timestamptz NOT NULL,
        picked boolean NOT NULL,
        picked_by text,
        last_success timestamptz,
        last_failure timestamptz,
        consecutive_failures int,
        last_heartbeat timestamptz,
        version bigint NOT NULL,
        priority smallint,
        PRIMARY KEY (task_name, task_instance));
      CREATE INDEX IF NOT EXISTS execution_time_idx ON scheduled_tasks (execution_time);
      CREATE INDEX IF NOT EXISTS last_heartbeat_idx ON scheduled_tasks (last_heartbeat);
      CREATE TABLE IF NOT EXISTS peer_effects (event_id text PRIMARY KEY);
      """;

  private DbScheduler() {}

  /** How many tasks a second, between the end of the first and of the last. */
  static double rate(Database database, int tasks, boolean writesARow) throws InterruptedException {
    database.update(TABLE);
    database.update("TRUNCATE scheduled_tasks, peer_effects");
    database.update(
        """
        INSERT INTO scheduled_tasks (task_name, task_instance, execution_time, picked, version)
        SELECT 'bench', 'n' || n, now(), false, 1 FROM generate_series(1, ?) n
        """,
        tasks);
    database.update("ANALYZE scheduled_tasks");
    try (HikariDataSource pool = pool(database)) {
      return rate(pool, tasks, writesARow);
    }
  }

  private static double rate(DataSource pool, int tasks, boolean writesARow)
      throws InterruptedException {
    CountDownLatch left = new CountDownLatch(tasks);
    AtomicLong first = new AtomicLong();
    OneTimeTask<Void> task =
        Tasks.oneTime("bench")
            .execute(
                (instance, context) -> {
                  if (writesARow) {
                    row(pool, instance.getId());
                  }
                  first.compareAndSet(0, System.nanoTime());
                  left.countDown();
                });
    Scheduler scheduler =
        Scheduler.create(pool, task)
            .threads(16)
            .pollingInterval(Duration.ofMillis(100))
            .pollUsingLockAndFetch(1.0, 4.0)
            .build();
    scheduler.start();
    boolean all = left.await(5, TimeUnit.MINUTES);
    long last = System.nanoTime();
    scheduler.stop();
    if (!all) {
      throw new IllegalStateException(left.getCount() + " tasks are left");
    }
    return tasks / ((last - first.get()) / 1e9);
  }

  private static void row(DataSource pool, String id) {
    try (Connection connection = pool.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO peer_effects VALUES (?)")) {
      insert.setString(1, id);
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static HikariDataSource pool(Database database) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.url());
    config.setUsername(database.user());
    config.setPassword(database.password());
    config.setMaximumPoolSize(20);
    return new HikariDataSource(config);
  }
}
