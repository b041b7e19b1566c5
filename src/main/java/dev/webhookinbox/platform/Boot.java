package dev.webhookinbox.platform;

import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;

/**
 * Starts and stops the rooms with the servlet context, the one moment that every server keeps to.
 * Public because the servlet container makes it.
 */
@WebListener
public class Boot implements ServletContextListener {

  @Inject Event<Starting> starting;
  @Inject Event<Stopping> stopping;

  /** For the servlet container. */
  public Boot() {}

  @Override
  public void contextInitialized(ServletContextEvent event) {
    Preload.all(event.getServletContext());
    starting.fire(new Starting());
  }

  @Override
  public void contextDestroyed(ServletContextEvent event) {
    stopping.fire(new Stopping());
  }
}
