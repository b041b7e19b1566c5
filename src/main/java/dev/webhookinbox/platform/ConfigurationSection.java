package dev.webhookinbox.platform;

/**
 * One room's part of the configuration. Implementations are CDI beans; all of them are read once
 * before the application starts, so that every fault is told in one message.
 */
public interface ConfigurationSection {

  /** Asks for every key that this room reads; what cannot work becomes a fault of the settings. */
  void read(Settings settings);
}
