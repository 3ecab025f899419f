/** The market did not answer. Whether it did what was asked is not known; ask again. */
export class MarketUnavailable extends Error {
  override name = "MarketUnavailable";
}

/**
 * The market answered with something that cannot be true or cannot be read. Asking again would not
 * help: it is broken, it is no market, or it lies.
 */
export class BadAnswer extends Error {
  override name = "BadAnswer";
}
