package dev.webhookinbox.operations;

/** A user of the configuration. */
record Operator(String name, PasswordHash password, Role role) {

  boolean may(Role needed) {
    return role.includes(needed);
  }

  /** Without the hash. */
  @Override
  public String toString() {
    return "Operator[" + name + ", " + role.word() + "]";
  }
}
