package dev.webhookinbox.inbox;

import java.util.List;

/**
 * What a transaction has written when only its commit is left.
 *
 * @param confirmable whether the presence of the keys proves that this commit took place
 * @param known the keys that were there before
 */
record Written(Receipt receipt, boolean confirmable, List<JobKey> known) {}
