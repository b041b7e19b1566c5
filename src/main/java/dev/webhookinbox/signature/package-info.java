/**
 * Is it really from them? A {@link dev.webhookinbox.signature.RawRequest} and the active secrets of
 * a {@link dev.webhookinbox.signature.Source} become a {@link dev.webhookinbox.signature.Verdict}:
 * verified events with their identity, a handshake to answer, or a refusal.
 *
 * <p>A scheme is data where it can be: {@link dev.webhookinbox.signature.SignedParts} says what is
 * signed and where the signature stands, {@link dev.webhookinbox.signature.Identity} which field is
 * what. Providers are {@link dev.webhookinbox.signature.ProviderProfile}s, found by {@link
 * java.util.ServiceLoader}; the built-in ones live in {@code signature.provider} and use nothing
 * that a profile outside this project could not use.
 *
 * <p>No input from outside makes anything here throw, and no text that leaves here holds a secret,
 * a signature or a part of the request.
 */
@NullMarked
package dev.webhookinbox.signature;

import org.jspecify.annotations.NullMarked;
