/**
 * How much may be in the making and on its way at once: an answer takes memory from the moment its
 * source is read until the client has taken it. Rates count an answer only when it is written, which
 * is too late if hundreds are asked for together.
 */
import type { HttpRequest } from "./http-request.ts";
import { type ListenRefused, refuseToServe } from "./listen-refusal.ts";
import { Quota } from "./quota.ts";
import type { Limits } from "./settings.ts";

/** Shorter answers are always made: long ones that are read slowly must not keep them out. */
const SHORT = 65_536;
const RETRY_AFTER_SECONDS = 5;

export class AnswerLimit {
  readonly #perAddress: number;
  readonly #quota: Quota;

  constructor({
    answerLength,
    answerLengthPerAddress,
  }: Pick<Limits, "answerLength" | "answerLengthPerAddress">) {
    this.#perAddress = answerLengthPerAddress;
    this.#quota = new Quota({ all: answerLength, perAddress: answerLengthPerAddress });
  }

  /** To be called before a long answer is read. It is counted until the client has it or has left. */
  reserve(
    { address, whenSent }: Pick<HttpRequest, "address" | "whenSent">,
    length: number,
  ): ListenRefused | null {
    if (length <= SHORT) return null;
    // One answer is always possible, however long.
    const place = this.#quota.take(address, Math.min(length, this.#perAddress));
    if (place.ok) {
      whenSent(place.release);
      return null;
    }
    const retryAfterSeconds = RETRY_AFTER_SECONDS;
    if (place.full === "all") return refuseToServe({ code: "unavailable", retryAfterSeconds });
    const limit = "long answers to one address at once";
    return refuseToServe({ code: "rate_limited", limit, retryAfterSeconds });
  }
}
