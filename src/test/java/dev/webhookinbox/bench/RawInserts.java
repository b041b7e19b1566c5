package dev.webhookinbox.bench;

import dev.webhookinbox.fixture.Database;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The ceiling: the same two rows, one transaction each, by JDBC and nothing else. */
final class RawInserts {

  private static final String TABLES =
      """
      CREATE TABLE IF NOT EXISTS raw_jobs (LIKE webhook_jobs INCLUDING ALL);
      CREATE TABLE IF NOT EXISTS raw_bodies (LIKE webhook_bodies INCLUDING ALL);
      """;

  private static final String INSERT =
      """
      WITH job AS (
        INSERT INTO raw_jobs (provider, account_scope, event_id, source, event_type, delivery_id,
                              body_binding, body_sha256)
        VALUES ('standard-webhooks', 'standard', ?, 'standard', 'bench.no-op',
                nextval('webhook_delivery_id'), 'raw', ?)
        ON CONFLICT DO NOTHING
        RETURNING delivery_id)
      INSERT INTO raw_bodies (delivery_id, content_type, body)
      SELECT delivery_id, 'application/json', ? FROM job
      """;

  private RawInserts() {}

  /** How many a second, over so many connections. */
  static double rate(Database database, int connections, int events, int bytes)
      throws InterruptedException {
    database.update(TABLES);
    database.update("TRUNCATE raw_jobs, raw_bodies");
    AtomicInteger next = new AtomicInteger();
    List<Exception> faults = new CopyOnWriteArrayList<>();
    Thread[] threads = new Thread[connections];
    for (int n = 0; n < connections; n++) {
      threads[n] = new Thread(() -> insert(database, next, events, bytes, faults));
    }
    long begun = System.nanoTime();
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (!faults.isEmpty()) {
      throw new IllegalStateException(faults.get(0));
    }
    return events / ((System.nanoTime() - begun) / 1e9);
  }

  private static void insert(
      Database database, AtomicInteger next, int events, int bytes, List<Exception> faults) {
    try (Connection connection = database.connect();
        PreparedStatement insert = connection.prepareStatement(INSERT)) {
      byte[] body = new byte[bytes];
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(body);
      for (int n = next.getAndIncrement(); n < events; n = next.getAndIncrement()) {
        insert.setString(1, "raw-" + n);
        insert.setBytes(2, hash);
        insert.setBytes(3, body);
        insert.executeUpdate();
      }
    } catch (SQLException | NoSuchAlgorithmException e) {
      faults.add(e);
    }
  }
}
