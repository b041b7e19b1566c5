package dev.webhookinbox.platform;

/**
 * Fired when the application stops, while everything still works; observers may take their time.
 * Not CDI's own {@code Shutdown}: on a signal Payara Micro fires that by chance.
 */
public record Stopping() {}
