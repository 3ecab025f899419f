/**
 * No court: the principal's verification is final, and a halt is a cancellation.
 *
 * The terms may allow one thing: that the market runs the check again where the two sides disagree.
 * Nobody hears an appeal from it.
 */
import { isReplayable } from "../../check/check.ts";
import { InvariantViolation } from "../../invariant.ts";
import type { Court, Silence, Window } from "../court.ts";

export interface NoCourt {
  readonly kind: "none";
  /** The check may be run again. Left out, never false: equal terms have one spelling. */
  readonly replays?: true;
}

export const none: Court<NoCourt> = {
  read: (read) => {
    const isOn = read.optional("replays", (name) => read.boolean(name)) ?? false;
    return isOn ? { kind: "none", replays: true } : { kind: "none" };
  },
  json: (court) => ({ ...court }),
  misfit: ({ replays }, terms) =>
    replays === true && !isReplayable(terms) ? "the check of this work cannot be run again" : null,
  judge: () => null,
  tiers: () => [],
  bindsAgent: false,
  hearsHalts: false,
  isDrawn: false,
  begins: null,
  replays: ({ replays }) => replays === true,
  next: () => null,
  window: (): Window => nobodySits(),
  silence: (): Silence => nobodySits(),
  words: ({ replays }) =>
    replays === true
      ? "There is no court, but the market runs the check again if the two sides disagree."
      : "There is no court: the principal's verification is final.",
};

function nobodySits(): never {
  throw new InvariantViolation("a case is heard without a court");
}
