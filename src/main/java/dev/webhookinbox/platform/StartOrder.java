package dev.webhookinbox.platform;

/** The order in which the rooms start: lower first. */
public final class StartOrder {

  public static final int SCHEMA = 100;
  public static final int WORKER = 200;

  private StartOrder() {}
}
