package dev.webhookinbox.operations;

/** Who acts, and why. */
record Deed(String operator, String reason) {}
