package dev.webhookinbox.platform;

import jakarta.servlet.ServletContext;
import java.lang.System.Logger.Level;
import java.util.Set;

/**
 * Loads every class of the application at its start. Payara Micro, unless it is given a {@code
 * --rootdir}, removes the application's files while it stops, beside the application that is still
 * finishing its jobs: what is not loaded by then cannot be any more, and a finished job could not
 * be recorded.
 */
final class Preload {

  private static final System.Logger LOG = System.getLogger(Preload.class.getName());
  private static final String CLASSES = "/WEB-INF/classes/";

  static void all(ServletContext application) {
    load(application, CLASSES);
  }

  private static void load(ServletContext application, String folder) {
    Set<String> paths = application.getResourcePaths(folder);
    if (paths == null) {
      return;
    }
    for (String path : paths) {
      if (path.endsWith("/")) {
        load(application, path);
      } else if (path.endsWith(".class") && !path.endsWith("-info.class")) {
        load(application.getClassLoader(), className(path));
      }
    }
  }

  private static String className(String path) {
    return path.substring(CLASSES.length(), path.length() - ".class".length()).replace('/', '.');
  }

  private static void load(ClassLoader loader, String name) {
    try {
      Class.forName(name, false, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      LOG.log(Level.DEBUG, "not loaded: {0}, which needs what this server does not have", name);
    }
  }

  private Preload() {}
}
