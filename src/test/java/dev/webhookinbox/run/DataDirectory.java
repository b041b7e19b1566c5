package dev.webhookinbox.run;

import dev.webhookinbox.fixture.FileTree;
import dev.webhookinbox.fixture.Postgres;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Where everything lies that survives a restart. Belongs to one running product at a time. */
final class DataDirectory {

  private static final String OTHER = "give another directory with -Dinbox.data=DIR.";

  private final Path path;
  private final FileChannel lock;

  private DataDirectory(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /** Takes the directory, made if need be, or says why it cannot be taken. */
  static DataDirectory take(Path path) {
    try {
      Files.createDirectories(path);
      FileChannel lock = lock(path);
      DataDirectory taken = new DataDirectory(path, lock);
      taken.checkPostgres(path);
      taken.checkPostgres(taken.postgres());
      return taken;
    } catch (IOException e) {
      throw new Refusal(
          "The data directory %s cannot be written (%s): give it to this user, or %s"
              .formatted(path, e.getClass().getSimpleName(), OTHER),
          e);
    }
  }

  private static FileChannel lock(Path path) throws IOException {
    FileChannel channel =
        FileChannel.open(path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (tryLock(channel) == null) {
      throw inUse(path, "another mvn -Prun");
    }
    return channel;
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private void checkPostgres(Path files) throws IOException {
    Path version = files.resolve("PG_VERSION");
    if (!Files.exists(version)) {
      return;
    }
    Postgres.processOn(files)
        .ifPresent(
            process -> {
              throw inUse(path, "PostgreSQL, process " + process.pid());
            });
    String found = Files.readString(version).strip();
    if (!found.equals(Integer.toString(Postgres.MAJOR_VERSION))) {
      throw new Refusal(
          "The data directory %s is of PostgreSQL %s and this is %d: move it over with pg_upgrade or pg_dump, or %s"
              .formatted(files, found, Postgres.MAJOR_VERSION, OTHER));
    }
    if (files.equals(path)) {
      throw new Refusal("%s holds PostgreSQL's own files: %s".formatted(path, OTHER));
    }
  }

  private static Refusal inUse(Path path, String by) {
    return new Refusal(
        "The data directory %s is in use by %s: stop that first, or %s".formatted(path, by, OTHER));
  }

  Path postgres() {
    return path.resolve("postgres");
  }

  boolean hasPostgres() {
    return Files.exists(postgres());
  }

  /** A first start that is interrupted leaves half a database here, where the next finds none. */
  Path postgresInTheMaking() {
    return emptied(path.resolve("postgres.new"));
  }

  void adoptPostgres() {
    try {
      Files.move(path.resolve("postgres.new"), postgres(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A directory for what need not survive. */
  Path emptyTemporary() {
    return emptied(path.resolve("tmp"));
  }

  Path file(String name) {
    return path.resolve(name);
  }

  /** PostgreSQL did not start on this directory. */
  Refusal refusal(RuntimeException cause) {
    return isRoot() && !LinuxUtils.isUnshareAvailable()
        ? new Refusal(
            "PostgreSQL refuses to run as root: run this as another user, or give a PostgreSQL with -Dinbox.db.url.",
            cause)
        : new Refusal(
            "PostgreSQL did not start: %s/postgres*.log says why; mend that, or %s"
                .formatted(path, OTHER),
            cause);
  }

  private static boolean isRoot() {
    return System.getProperty("user.name", "").equals("root");
  }

  void release() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path emptied(Path directory) {
    FileTree.delete(directory);
    return directory;
  }
}
