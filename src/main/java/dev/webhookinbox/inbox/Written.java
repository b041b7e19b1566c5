package dev.webhookinbox.inbox;

/**
 * What a transaction has written when only its commit is left.
 *
 * @param confirmable whether the presence of the keys proves that this commit took place
 */
record Written(Receipt receipt, boolean confirmable) {}
