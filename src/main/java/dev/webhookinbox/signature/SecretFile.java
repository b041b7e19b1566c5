package dev.webhookinbox.signature;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.Key;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Secrets in a file, one a line, newest first; {@code SECRET not-after=INSTANT} ends one. The file
 * is looked at again at most once a second and read when it changed. What cannot be read, is empty
 * or holds a line that is no secret leaves the last good content in place: a rotation that writes
 * the file in two steps must not turn a request away.
 */
final class SecretFile implements Secrets {

  private static final Logger LOG = Logger.getLogger(SecretFile.class.getName());
  private static final Pattern LINE = Pattern.compile("(.*?)(?:\\s+not-after=(\\S+))?");
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final String key;
  private final Path file;
  private final KeyForm form;
  private final ReentrantLock looking = new ReentrantLock();
  private volatile State state;

  private record Stamp(FileTime modified, long size, @Nullable Object fileKey) {}

  private record State(List<Windowed> secrets, @Nullable Stamp stamp, Instant looked) {}

  /**
   * @param key the configuration's key, for the log
   * @throws IOException if the file cannot be read now
   * @throws IllegalArgumentException if it is empty or holds a line that is no secret
   */
  SecretFile(String key, Path file, KeyForm form) throws IOException {
    this.key = key;
    this.file = file;
    this.form = form;
    Stamp stamp = stamp();
    this.state = new State(read(), stamp, Instant.MIN);
  }

  @Override
  public List<Key> active(Instant now) {
    if (isDue(now) && looking.tryLock()) {
      try {
        look(now);
      } finally {
        looking.unlock();
      }
    }
    return state.secrets().stream()
        .filter(secret -> secret.isActive(now))
        .map(Windowed::key)
        .toList();
  }

  /** A clock that was set back makes it due as well. */
  private boolean isDue(Instant now) {
    Instant looked = state.looked();
    return now.isBefore(looked) || looked.equals(Instant.MIN) || !now.isBefore(looked.plus(PAUSE));
  }

  private void look(Instant now) {
    State old = state;
    try {
      Stamp stamp = stamp();
      List<Windowed> secrets = stamp.equals(old.stamp()) ? old.secrets() : read();
      state = new State(secrets, stamp, now);
    } catch (IOException | IllegalArgumentException e) {
      LOG.log(
          Level.WARNING,
          "WHI-312 {0} cannot be read or holds no usable secret now; the last good content stays",
          key);
      state = new State(old.secrets(), null, now);
    }
  }

  /** Taken before reading, so that a change in between is seen the next time. */
  private Stamp stamp() throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return new Stamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
  }

  private List<Windowed> read() throws IOException {
    List<Windowed> secrets = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank()) {
        secrets.add(secret(line.strip()));
      }
    }
    if (secrets.isEmpty()) {
      throw new IllegalArgumentException("empty");
    }
    return List.copyOf(secrets);
  }

  private Windowed secret(String line) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("no secret");
    }
    return new Windowed(form.read(matcher.group(1)), notAfter(matcher.group(2)));
  }

  private static Instant notAfter(@Nullable String text) {
    try {
      return text == null ? Instant.MAX : Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("no instant", e);
    }
  }
}
