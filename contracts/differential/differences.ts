/**
 * Where the escrow contract has other rules than the kernel.
 *
 * The contract keeps the rules it was written with until it is revised. Here is every rule that
 * differs, why, and how the differential test avoids it: with terms under which both agree, or by
 * leaving a move out. Everything else must agree.
 */
import { NUMBER_RULES, type Rules } from "@bazaar/kernel";
import type { Story } from "@bazaar/testkit";
import type { Move } from "./moves.ts";

export interface Difference {
  readonly rule: string;
  readonly kernel: string;
  readonly chain: string;
  /** Rules of the kernel under which both agree. */
  readonly rules?: Partial<Rules>;
  /** A move that the two answer differently. */
  readonly isLeftOut?: (move: Move, story: Story) => boolean;
}

/** A review window up to this long gives both the same contest window. */
export const LONGEST_ALIKE_REVIEW = 600;

export const DIFFERENCES: readonly Difference[] = [
  {
    rule: "contest window",
    kernel: "at least five per cent of the review window",
    chain: "CONTEST_WINDOW, however long the review was; deals here have short reviews",
  },
  {
    rule: "length of a look",
    kernel: "seat_look_seconds for one seat, looking_seconds for all free seats",
    chain: "as long as turns restart",
    rules: {
      seatLookSeconds: NUMBER_RULES.seatLookSeconds.max,
      lookingSeconds: NUMBER_RULES.lookingSeconds.max,
    },
  },
  {
    rule: "talk during a look",
    kernel: "restarts nothing",
    chain: "an anchor restarts the author's turn",
    isLeftOut: ({ call }, { phase }) => call === "anchorTranscript" && phase === "investigating",
  },
  {
    rule: "free seats",
    kernel: "do not count towards max_agents; after max_free_seats looking is over",
    chain: "every seat counts towards MAX_AGENTS; too few parties play here to reach it",
  },
  {
    rule: "silence in grace",
    kernel: "free, like leaving then",
    chain: "a late leave; the turn is longer than the grace period, so it cannot happen",
  },
  {
    rule: "evidence",
    kernel: "a verification that contradicts its evidence is refused",
    chain: "has no evidence; none is sent here",
  },
];
