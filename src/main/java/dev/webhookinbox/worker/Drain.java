package dev.webhookinbox.worker;

import jakarta.inject.Inject;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;

/**
 * Stops the worker with the application. A servlet listener, because on a signal Payara Micro calls
 * it every time and CDI's own events only by chance. Public because the servlet container makes it.
 */
@WebListener
public class Drain implements ServletContextListener {

  @Inject Worker worker;

  /** For the servlet container. */
  public Drain() {}

  @Override
  public void contextDestroyed(ServletContextEvent event) {
    worker.stop();
  }
}
