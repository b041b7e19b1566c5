package dev.webhookinbox.handler;

import java.util.Collection;

/** A CDI bean that brings handlers which are not beans themselves, such as configured routes. */
public interface HandlerSource {

  /** Asked once, when the worker starts. */
  Collection<Registration> handlers();
}
