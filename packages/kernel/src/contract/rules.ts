/**
 * Every window and limit of a contract: its name in the terms, its default and its bounds.
 *
 * Rules are values in the terms, filled in at posting from a profile, so that they never change for
 * a contract. No other file holds a duration, except for windows of a court, which are in its terms.
 */
import type { ProfileName } from "../profiles/names.ts";

export type Mode = "supervised" | "autonomous";

interface Bounds {
  readonly wire: string;
  readonly usual: number;
  readonly min: number;
  readonly max: number;
}

const DAY = 86_400;

/** However long the review is, the agent's right to dispute its end is over after this. */
export const MAX_CONTEST_SECONDS = 3_600;

/** Names that end in `Seconds` are whole seconds; the others are counts. */
export const NUMBER_RULES = {
  /** How long an unfunded contract waits for the principal's deposit. */
  fundingSeconds: { wire: "funding_seconds", usual: 60, min: 1, max: DAY },
  /** How long a listed contract waits for an agent. */
  pickupSeconds: { wire: "pickup_seconds", usual: 30, min: 1, max: 30 * DAY },
  /** How long a taken seat waits for the agent's deposit. */
  reservationSeconds: { wire: "reservation_seconds", usual: 20, min: 1, max: DAY },
  /** How long the side whose turn it is may stay silent. */
  turnSeconds: { wire: "turn_seconds", usual: 120, min: 1, max: 30 * DAY },
  /** One run of the fix and the check. */
  executionSeconds: { wire: "execution_seconds", usual: 300, min: 30, max: 3_600 },
  /** Added to one run before the review opens. */
  verificationSeconds: { wire: "verification_seconds", usual: 120, min: 1, max: DAY },
  reviewSeconds: { wire: "review_seconds", usual: 7_200, min: 60, max: DAY },
  /** How long the agent may at least dispute a last failure or a rejection. */
  contestSeconds: { wire: "contest_seconds", usual: 30, min: 1, max: MAX_CONTEST_SECONDS },
  responseSeconds: { wire: "response_seconds", usual: 30, min: 1, max: 7 * DAY },
  rulingSeconds: { wire: "ruling_seconds", usual: 60, min: 1, max: 7 * DAY },
  appealSeconds: { wire: "appeal_seconds", usual: 30, min: 1, max: 7 * DAY },
  /** From acceptance, and over with the first fix. */
  graceSeconds: { wire: "grace_seconds", usual: 30, min: 0, max: 300 },
  /** Failed verifications that exhaust the contract. */
  maxAttempts: { wire: "max_attempts", usual: 5, min: 1, max: 50 },
  /** Investigation commands per agent. */
  investigationRounds: { wire: "investigation_rounds", usual: 5, min: 0, max: 100 },
  /** Least seconds between two investigation commands on one contract. */
  investigationRateSeconds: { wire: "investigation_rate_seconds", usual: 5, min: 0, max: 3_600 },
  /** How long one agent may hold the seat before it accepts. */
  seatLookSeconds: { wire: "seat_look_seconds", usual: 180, min: 1, max: DAY },
  /** How long agents that leave for free may hold the seat before acceptance, all together. */
  lookingSeconds: { wire: "looking_seconds", usual: 600, min: 1, max: 30 * DAY },
  /** Seats left for free before looking is over. */
  maxFreeSeats: { wire: "max_free_seats", usual: 50, min: 1, max: 50 },
  /** Seats over the life of the contract, without those left for free. */
  maxAgents: { wire: "max_agents", usual: 10, min: 1, max: 100 },
  maxHalts: { wire: "max_halts", usual: 3, min: 0, max: 10 },
  /** How often talk alone may restart one turn. */
  maxTalkTurns: { wire: "max_talk_turns", usual: 10, min: 0, max: 100 },
  /** Messages of each side to each agent. */
  maxMessages: { wire: "max_messages", usual: 100, min: 0, max: 200 },
} as const satisfies Record<string, Bounds>;

export type NumberRule = keyof typeof NUMBER_RULES;

export interface Rules extends Readonly<Record<NumberRule, number>> {
  /** The dialect whose defaults and documents apply. */
  readonly profile: ProfileName;
  readonly mode: Mode;
  /** On: an agent bonds and investigates before it accepts; off: it may accept at once. */
  readonly looksFirst: boolean;
  /** A seat left after acceptance opens again for others; off: the contract ends. */
  readonly reopens: boolean;
}

export const NUMBER_RULE_NAMES = Object.keys(NUMBER_RULES) as readonly NumberRule[];

const USUAL_NUMBERS = Object.fromEntries(
  NUMBER_RULE_NAMES.map((name) => [name, NUMBER_RULES[name].usual]),
) as Readonly<Record<NumberRule, number>>;

/** What profiles and documents change. */
export const USUAL_RULES: Omit<Rules, "profile"> = {
  ...USUAL_NUMBERS,
  mode: "supervised",
  looksFirst: true,
  reopens: true,
};

/** Longest texts a party may send in one act, in characters. */
export const TEXT_LIMITS = {
  command: 2_000,
  output: 100_000,
  fix: 100_000,
  explanation: 20_000,
  argument: 20_000,
  reason: 2_000,
  message: 4_000,
  account: 200,
  evidence: 200_000,
  ruling: 50_000,
} as const;

/** The most seats of one contract: as many free ones as it allows before each of `maxAgents`. */
export const MAX_SEATS = NUMBER_RULES.maxAgents.max * (NUMBER_RULES.maxFreeSeats.max + 1);

/**
 * The most entries a transcript can have. Its length lets agents take seats up to some 42,000
 * entries; the last seat adds at most a thousand, and every agent may set its account ten times.
 * Readers accept this many; no contract can exceed it.
 */
export const MAX_ENTRIES = 100_000;
export const MAX_ACCOUNT_CHANGES = 10;

/** A whole contract document, in characters of its canonical form. */
export const MAX_DOCUMENT_LENGTH = 100_000;
export const MAX_CHECKS = 10;
export const MAX_POTS = 2;
