import type { ListenRefused } from "./listen-refusal.ts";

/** An address has used up its time in the middle of a request, which is refused after all. */
export class TimeSpent extends Error {
  override name = "TimeSpent";
  readonly refusal: ListenRefused["refusal"];

  constructor({ refusal }: ListenRefused) {
    super("the address has used up its time");
    this.refusal = refusal;
  }
}
