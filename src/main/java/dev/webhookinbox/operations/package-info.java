/**
 * What people do with it: the API under {@code /api} and the console.
 *
 * <p>{@link dev.webhookinbox.operations.Doorkeeper} lets in users of a {@link
 * dev.webhookinbox.operations.Realm} before any path is looked at: of the configuration, of the
 * server's realm, or signed on by the server. It is a filter on Servlet's own methods and not
 * Jakarta Security, because WildFly's {@code standalone-microprofile.xml} has no {@code
 * ee-security}, and one WAR runs everywhere. Reading takes the role viewer, changing takes
 * operator.
 *
 * <p>Its part of the promises: P13 (no secret, signature or payload in an answer or the log). A
 * check of a captured request stores nothing and says of a request only whether it verifies.
 */
@NullMarked
package dev.webhookinbox.operations;

import org.jspecify.annotations.NullMarked;
