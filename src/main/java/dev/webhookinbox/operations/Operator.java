package dev.webhookinbox.operations;

/** A user who has come in. */
record Operator(String name, Role role) {

  boolean may(Role needed) {
    return role.includes(needed);
  }
}
