package dev.webhookinbox.signature;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * An id for events of a provider that gives none: a hash over named fields, each with its length,
 * so that no two different sets of fields give the same bytes. What changes with a delivery (an
 * attempt counter, a signature, the time of sending) must not be among the fields. Another choice
 * of fields is another version, which the id shows. An event that never happened keeps its own id,
 * which one of the fields holds: it is unique without the others.
 */
public final class DerivedId implements Field {

  private record Named(String name, Field place, boolean isRequired) {}

  private final int version;
  private final List<Named> fields;

  private DerivedId(int version, List<Named> fields) {
    this.version = version;
    this.fields = fields;
  }

  public static DerivedId version(int version) {
    return new DerivedId(version, List.of());
  }

  /** A field without which there is no id. */
  public DerivedId with(String name, Field place) {
    return with(new Named(name, place, true));
  }

  /** A field that some events lack. */
  public DerivedId maybe(String name, Field place) {
    return with(new Named(name, place, false));
  }

  private DerivedId with(Named field) {
    List<Named> more = new ArrayList<>(fields);
    more.add(field);
    return new DerivedId(version, List.copyOf(more));
  }

  @Override
  public Optional<String> in(Message message) {
    MessageDigest digest = Digests.sha256();
    Optional<String> sample = Optional.empty();
    for (Named field : fields) {
      Optional<String> value = field.place().in(message);
      if (value.isEmpty() && field.isRequired()) {
        return Optional.empty();
      }
      value.ifPresent(text -> add(digest, field.name(), text));
      sample = sample.isPresent() ? sample : value.filter(SampleEvent::isId);
    }
    String hash = HexFormat.of().formatHex(digest.digest());
    return Optional.of(sample.orElse("v" + version + ":" + hash));
  }

  private static void add(MessageDigest digest, String name, String value) {
    add(digest, name);
    add(digest, value);
  }

  private static void add(MessageDigest digest, String text) {
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, text.length()));
    digest.update(KeyText.units(text));
  }
}
