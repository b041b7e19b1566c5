package dev.webhookinbox.signature;

/**
 * What is known about one provider. To add a provider, implement this in a public class with a
 * public constructor without parameters, and name the class in {@code
 * META-INF/services/dev.webhookinbox.signature.ProviderProfile}.
 */
public interface ProviderProfile {

  /** The name for {@code inbox.source.<source>.provider}, and a part of every event's key. */
  String name();

  /**
   * The scheme for one source. Called once per source and reading of the configuration. What cannot
   * work is told to the settings as a fault; an exception stops the deployment with less grace.
   */
  Scheme scheme(SourceSettings settings);
}
