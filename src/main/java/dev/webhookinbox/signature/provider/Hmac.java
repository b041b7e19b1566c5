package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.HeaderPart;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.RawRequest;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.SignedParts;
import dev.webhookinbox.signature.SourceSettings;
import java.util.Optional;

/**
 * A scheme described by keys: an HMAC over parts of the request, in a header. The keys, all below
 * {@code inbox.source.<name>.}, with their defaults:
 *
 * <ul>
 *   <li>{@code hmac.header} ({@code X-Signature}): where the signature is
 *   <li>{@code hmac.prefix} (none): what stands before each signature, such as {@code sha256=}
 *   <li>{@code hmac.separator} (none): {@code comma}, {@code semicolon} or {@code space} if the
 *       header is a list; elements without the prefix are ignored, several signatures are all tried
 *   <li>{@code hmac.algorithm} ({@code sha256}): also {@code sha1}, {@code sha384}, {@code sha512}
 *   <li>{@code hmac.encoding} ({@code hex}): also {@code base64}, {@code base64url}
 *   <li>{@code hmac.key} ({@code text}): also {@code hex}, {@code base64}, {@code base64url},
 *       {@code whsec}
 *   <li>{@code hmac.signed} (<code>{body}</code>, or <code>{timestamp}.{body}</code> where there is
 *       a timestamp): also <code>{url}</code>, <code>{method}</code>, <code>{header:Name}</code>;
 *       everything else is literal text
 *   <li>{@code hmac.timestamp} (none): {@code header:NAME}, or {@code element:t=} for the element
 *       of the signature's list that starts so
 *   <li>{@code hmac.timestamp-form} ({@code seconds}): also {@code millis}, {@code iso}
 *   <li>{@code hmac.id} (required): {@code header:NAME}, {@code json:/pointer} or {@code sha256},
 *       the body's hash
 *   <li>{@code hmac.type}, {@code hmac.account}, {@code hmac.object}, {@code hmac.order}, {@code
 *       hmac.time} (none): {@code header:NAME} or {@code json:/pointer}; the account only where it
 *       is signed
 * </ul>
 */
public final class Hmac implements ProviderProfile {

  @Override
  public String name() {
    return "hmac";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    HmacKeys keys = new HmacKeys(settings);
    Optional<HeaderPart> timestamp = keys.timestamp();
    HmacTemplate template = HmacTemplate.read(settings, timestamp.orElse(null));
    SignedParts signature =
        new SignedParts(
            keys.algorithm(),
            template.parts(),
            keys.signature(),
            keys.encoding(),
            timestamp.map(keys::signedTime).orElse(null),
            settings.secrets(keys.keyForm()));
    return new DeclaredScheme(
            signature,
            DeclaredScheme.event(BodyBinding.RAW, keys.identity(template), keys.account(template)))
        .sampledBy(
            (event, now) -> {
              RawRequest sample = keys.sample(event);
              return timestamp.map(at -> keys.timed(sample, at, now)).orElse(sample);
            },
            signature::sign);
  }
}
