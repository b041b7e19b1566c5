/**
 * The journey of a webhook.
 *
 * <ol>
 *   <li>{@link dev.webhookinbox.endpoint} reads its bytes, counted and once, and gives the answer
 *   <li>{@link dev.webhookinbox.signature} says whether it is really from the provider, and which
 *       events are in it
 *   <li>{@link dev.webhookinbox.inbox} stores each event once under its key and commits: only then
 *       is the sender answered
 *   <li>{@link dev.webhookinbox.worker} claims the stored job with a lease and runs its handlers
 *   <li>{@link dev.webhookinbox.handler} is what those are written against; {@link
 *       dev.webhookinbox.route} makes some from configuration
 *   <li>{@link dev.webhookinbox.retry} says when a failed attempt is followed by another
 * </ol>
 *
 * {@link dev.webhookinbox.operations} is for the people who run it, {@link
 * dev.webhookinbox.observability} shows how all of it fares, {@link dev.webhookinbox.retention}
 * lets go of what is old, and {@link dev.webhookinbox.platform} is what the server lends. The
 * promises P1 to P16 that the rooms' own descriptions cite are those of {@code
 * src/docs/guarantees.md}.
 */
@NullMarked
package dev.webhookinbox;

import org.jspecify.annotations.NullMarked;
