/**
 * One class per provider: what it signs, where its event's identity stands, how its endpoint is
 * checked, what it wants back. Written only against the public types of {@code signature}, as a
 * profile outside this project would be. {@code src/docs/providers.md} has the same for users.
 */
@NullMarked
package dev.webhookinbox.signature.provider;

import org.jspecify.annotations.NullMarked;
