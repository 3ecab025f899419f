/**
 * A language model: a text in, a text out, within the caller's time.
 *
 * Used by judges and agents. Answers are not trusted: the caller parses them.
 */
export interface Model {
  /** As it is written into rulings and shown to people: the provider's own id. */
  readonly name: string;
  /** @throws ModelUnavailable when there is no answer: down, refused, over its limit, aborted. */
  complete(request: ModelRequest): Promise<string>;
}

export interface ModelRequest {
  readonly system: string;
  readonly prompt: string;
  readonly maxOutputTokens: number;
  /** The only time limit: the caller decides how long to wait. */
  readonly signal: AbortSignal;
}

/**
 * There is no answer. It has no `cause` on purpose: what a client library throws holds the whole
 * request, and what a server replies may quote the key it was given.
 */
export class ModelUnavailable extends Error {
  override name = "ModelUnavailable";
  readonly model: string;
  readonly reason: string;

  constructor(model: string, reason: string) {
    super(`${model} gave no answer: ${reason}`);
    this.model = model;
    this.reason = reason;
  }
}
