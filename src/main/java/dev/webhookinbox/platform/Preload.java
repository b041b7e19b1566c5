package dev.webhookinbox.platform;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;

/**
 * Loads every class of the application at its start. Payara Micro, unless it is given a {@code
 * --rootdir}, removes the application's files while it stops, beside the application that is still
 * finishing its jobs: what is not loaded by then cannot be any more, and a finished job could not
 * be recorded.
 */
final class Preload {

  private static final System.Logger LOG = System.getLogger(Preload.class.getName());
  private static final String CLASSES = "/WEB-INF/classes/";
  private static final String LIBRARIES = "/WEB-INF/lib/";
  private static final String OWN = "dev/webhookinbox/";

  static void all(ServletContext application) {
    load(application, CLASSES);
    pathsIn(application, LIBRARIES).stream()
        .filter(path -> path.endsWith(".jar"))
        .forEach(jar -> loadOwn(application, jar));
  }

  /** Where this application is a library of somebody's WAR: its own classes, and nothing else. */
  private static void loadOwn(ServletContext application, String jar) {
    try (InputStream file = application.getResourceAsStream(jar);
        JarInputStream entries = new JarInputStream(file)) {
      for (JarEntry entry = entries.getNextJarEntry();
          entry != null;
          entry = entries.getNextJarEntry()) {
        if (entry.getName().startsWith(OWN) && isClass(entry.getName())) {
          load(application.getClassLoader(), className(entry.getName()));
        }
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "not a readable library: {0}", jar);
    }
  }

  private static void load(ServletContext application, String folder) {
    for (String path : pathsIn(application, folder)) {
      if (path.endsWith("/")) {
        load(application, path);
      } else if (isClass(path)) {
        load(application.getClassLoader(), className(path.substring(CLASSES.length())));
      }
    }
  }

  private static Set<String> pathsIn(ServletContext application, String folder) {
    Set<String> paths = application.getResourcePaths(folder);
    return paths == null ? Set.of() : paths;
  }

  private static boolean isClass(String path) {
    return path.endsWith(".class") && !path.endsWith("-info.class");
  }

  private static String className(String path) {
    return path.substring(0, path.length() - ".class".length()).replace('/', '.');
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
