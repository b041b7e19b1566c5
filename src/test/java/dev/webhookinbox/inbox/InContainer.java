package dev.webhookinbox.inbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.VerifiedEvent;
import java.io.File;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import javax.sql.DataSource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** What the tests inside the server share: deliveries, a look into the tables, many threads. */
final class InContainer {

  static WebArchive warWith(Class<?>... tests) {
    return ShrinkWrap.createFromZipFile(
            WebArchive.class, new File(System.getProperty("inbox.test.war")))
        .addClass(InContainer.class)
        .addClasses(tests);
  }

  static VerifiedEvent event(String id) {
    return new VerifiedEvent(id, "acct", "x", null, null, null, true, false);
  }

  static VerifiedEvent unsigned(String id) {
    return new VerifiedEvent(id, "acct", "x", null, null, null, false, false);
  }

  static VerifiedEvent signal(String object) {
    return new VerifiedEvent(object, "acct", "x", object, null, null, true, true);
  }

  static Delivery delivery(String body, VerifiedEvent... events) {
    return new Delivery(
        "source",
        "p",
        BodyBinding.RAW,
        Arrays.asList(events),
        true,
        null,
        true,
        null,
        null,
        body.getBytes(UTF_8),
        null);
  }

  static JobKey key(String id) {
    return new JobKey("p", "acct", id);
  }

  /** The first column of the first row, as text. */
  static String look(DataSource database, String sql, Object... values) {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int at = 0; at < values.length; at++) {
        statement.setObject(at + 1, values[at]);
      }
      if (!statement.execute()) {
        return String.valueOf(statement.getUpdateCount());
      }
      try (ResultSet result = statement.getResultSet()) {
        return result.next() ? String.valueOf(result.getString(1)) : "no row";
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs all of them at once on the server's threads. */
  static <T> List<T> atOnce(ThreadFactory threads, List<Callable<T>> tasks) {
    ExecutorService pool = Executors.newFixedThreadPool(tasks.size(), threads);
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> task : pool.invokeAll(tasks)) {
        results.add(task.get());
      }
      return results;
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      pool.shutdown();
    }
  }

  private InContainer() {}
}
