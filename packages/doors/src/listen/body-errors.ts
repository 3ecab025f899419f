/** Why a body that is read as a stream ends without its end. */
export class BodyTooLarge extends Error {
  override name = "BodyTooLarge";
  readonly limit: number;

  constructor(limit: number) {
    super(`the body is longer than ${limit} bytes`);
    this.limit = limit;
  }
}

export class BodyEndedEarly extends Error {
  override name = "BodyEndedEarly";
}
