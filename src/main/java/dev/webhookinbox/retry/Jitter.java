package dev.webhookinbox.retry;

/** Where in its longest time a wait lies. */
public enum Jitter {
  /** Anywhere from nothing on: spreads a herd best. */
  FULL(0),
  /** In the second half: never at once. */
  EQUAL(0.5),
  /** At the end: always the same. */
  NONE(1);

  private final double least;

  Jitter(double least) {
    this.least = least;
  }

  /** The share of the longest time, for a random number from 0 to 1. */
  double share(double random) {
    return least + (1 - least) * random;
  }
}
