package dev.webhookinbox.handler;

/**
 * A handler whose work is local: it is called inside the Jakarta transaction in which the job is
 * completed. What it writes through the data source {@code jdbc/inbox-work} is committed together
 * with the job's {@code done}, or not at all (P8); through another XA resource too, where that data
 * source is XA itself.
 *
 * <p>An outcome other than done, an exception, or a lease lost meanwhile (P7) rolls the work back.
 * The transaction belongs to the inbox: a handler neither commits nor rolls it back.
 */
@FunctionalInterface
public interface LocalHandler extends EventHandler {}
