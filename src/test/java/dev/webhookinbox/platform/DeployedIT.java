package dev.webhookinbox.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import java.io.File;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The WAR as it was built, in a real server with a real database, seen from inside. */
@Tag("alone")
@ArquillianTest
class DeployedIT {

  @Resource(lookup = "jdbc/inbox-work")
  DataSource work;

  @Inject Lifecycle lifecycle;

  @Deployment
  static WebArchive war() {
    return ShrinkWrap.createFromZipFile(
            WebArchive.class, new File(System.getProperty("inbox.test.war")))
        .addClass(DeployedIT.class);
  }

  @Test
  void injectsTheBeansOfTheWar() {
    assertFalse(lifecycle.isStopping());
  }

  @Test
  void hasItsSchemaInTheDatabase() throws SQLException {
    try (Connection connection = work.getConnection();
        ResultSet result =
            connection.createStatement().executeQuery("SELECT count(*) FROM webhook_jobs")) {
      assertTrue(result.next());
      assertEquals(0, result.getInt(1));
    }
  }
}
