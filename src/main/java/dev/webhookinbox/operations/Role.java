package dev.webhookinbox.operations;

import java.util.List;

/** What a user may do. */
enum Role {
  /** Known, and nothing more. */
  NONE("none"),
  /** Look at everything that is not masked. */
  VIEWER("viewer"),
  /** Change things too; includes {@link #VIEWER}. */
  OPERATOR("operator");

  static final List<String> WORDS = List.of(VIEWER.word, OPERATOR.word);

  private final String word;

  Role(String word) {
    this.word = word;
  }

  /** As it stands in the configuration. */
  String word() {
    return word;
  }

  static Role of(String word) {
    return word.equals(OPERATOR.word) ? OPERATOR : VIEWER;
  }

  /** What a request needs: whatever is not known to change nothing takes an operator. */
  static Role neededFor(String method) {
    return List.of("GET", "HEAD", "OPTIONS").contains(method) ? VIEWER : OPERATOR;
  }

  boolean includes(Role other) {
    return compareTo(other) >= 0;
  }
}
