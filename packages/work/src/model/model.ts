/**
 * A language model as this code base sees one: a text in, a text out, by somebody else's clock.
 *
 * Judges and agents share it. What a model says is never trusted here; whoever asked parses it.
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
  /** The only limit on time: whoever asks decides how long an answer is worth waiting for. */
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
