package dev.webhookinbox.operations;

/**
 * A captured request as it may have been before something on the way changed it.
 *
 * @param part what is varied: {@code body} or {@code url}
 * @param name what the variation does to the captured request
 */
record Variation(String part, String name, Capture capture) {}
