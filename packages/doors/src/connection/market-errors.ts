/** The market did not answer. The outcome is unknown: retry. */
export class MarketUnavailable extends Error {
  override name = "MarketUnavailable";
}

/**
 * The market's answer is malformed or fails verification. Retrying does not help: the server is
 * broken, dishonest, or not a market.
 */
export class BadAnswer extends Error {
  override name: string = "BadAnswer";
}

/** More was sent than was asked for at most. */
export class AnswerTooLong extends BadAnswer {
  override name = "AnswerTooLong";
}
