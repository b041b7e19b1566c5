package dev.webhookinbox.inbox;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The door of the inbox for deliveries. Returning means stored: the transaction that holds the job
 * and the bytes is committed (P1), once per key whatever the concurrency (P2).
 *
 * <p>Called without a transaction. Thread-safe.
 */
@ApplicationScoped
public class Inbox {

  private static final System.Logger LOG = System.getLogger(Inbox.class.getName());

  private static final Duration AT_ONCE = Duration.ofSeconds(1);

  @Inject Acceptance acceptance;
  @Inject Redeliveries redeliveries;

  /**
   * Stores a delivery with all its events in one transaction.
   *
   * @throws NotStored if it is not stored or cannot be confirmed to be (P5)
   */
  @SuppressWarnings("CatchingUnchecked") // WildFly throws a checked exception that nobody declares
  public Receipt accept(Delivery delivery) throws NotStored {
    AtomicReference<@Nullable Written> written = new AtomicReference<>();
    long begun = System.nanoTime();
    try {
      return store(delivery, written);
    } catch (Exception first) {
      boolean atOnce = System.nanoTime() - begun < AT_ONCE.toNanos();
      return written.get() == null && atOnce
          ? again(delivery, first)
          : confirm(delivery, written.get(), first);
    }
  }

  private Receipt store(Delivery delivery, AtomicReference<@Nullable Written> written) {
    Written done = acceptance.store(delivery, written);
    redeliveries.count(done.known());
    return done.receipt();
  }

  /** Nothing was written, at once: a pooled connection was stale, so one more try is worth it. */
  private Receipt again(Delivery delivery, Exception first) throws NotStored {
    AtomicReference<@Nullable Written> written = new AtomicReference<>();
    try {
      return store(delivery, written);
    } catch (Exception second) {
      second.addSuppressed(first);
      return confirm(delivery, written.get(), second);
    }
  }

  /** The commit is in doubt: only the rows themselves, seen on a new connection, tell. */
  private Receipt confirm(Delivery delivery, @Nullable Written written, Exception doubt)
      throws NotStored {
    if (written == null) {
      throw new NotStored("the database did not take the delivery", doubt);
    }
    LOG.log(Level.WARNING, "WHI-101 a commit for {0} is in doubt", delivery.source());
    if (written.confirmable() && holds(delivery, doubt)) {
      return written.receipt();
    }
    throw new NotStored("the commit could not be confirmed", doubt);
  }

  private boolean holds(Delivery delivery, Exception doubt) {
    try {
      return acceptance.holds(delivery.keys());
    } catch (Exception e) {
      doubt.addSuppressed(e);
      return false;
    }
  }

  /** Whether a delivery could be stored now, as far as the database can tell. */
  public boolean canStore() {
    try {
      return acceptance.answers();
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "database does not answer", e);
      return false;
    }
  }
}
