/**
 * What people do with it: the API under {@code /api}, for users of the configuration alone.
 *
 * <p>{@link dev.webhookinbox.operations.Doorkeeper} lets in whom {@code inbox.operator.*} names,
 * before any path is looked at. It is a filter and not Jakarta Security, because WildFly's {@code
 * standalone-microprofile.xml} has no {@code ee-security}, and one WAR runs everywhere. Reading
 * takes the role viewer, changing takes operator.
 *
 * <p>Its part of the promises: P13 (no secret, signature or payload in an answer or the log). A
 * check of a captured request stores nothing and says of a request only whether it verifies.
 */
@NullMarked
package dev.webhookinbox.operations;

import org.jspecify.annotations.NullMarked;
