package dev.webhookinbox.platform;

/**
 * Fired once when the application starts; observers run in the order of {@link StartOrder}, and one
 * that throws stops the deployment. Not CDI's own {@code Startup}: Payara fires that for a library
 * of somebody's WAR before its resources are bound.
 */
public record Starting() {}
