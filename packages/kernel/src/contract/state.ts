/**
 * The state of a contract: everything a decision needs, and nothing that a replay of the
 * transcript does not give.
 */
import { BENCH_CLOCKS, type Proceedings } from "../court/court.ts";
import type { Bench, Ruling } from "../court/ruling.ts";
import type { Party } from "../identity/party.ts";
import type { Outcome, Side } from "../settlement/outcome.ts";
import type { Sides } from "../settlement/pot.ts";
import type { ContractId, Terms } from "./terms.ts";

export const OPEN_PHASES = [
  "unfunded",
  "open",
  "reserved",
  "investigating",
  "in_progress",
  "verifying",
  "review",
  "contest",
  "awaiting_response",
  "deliberating",
  "ruled",
  "halted",
] as const;

export const END_PHASES = ["fulfilled", "canceled", "resolved", "voided"] as const;

export const PHASES = [...OPEN_PHASES, ...END_PHASES] as const;

export type OpenPhase = (typeof OPEN_PHASES)[number];
export type EndPhase = (typeof END_PHASES)[number];
export type Phase = OpenPhase | EndPhase;

const PHASE_CLOCKS = [
  "funding",
  "pickup",
  "reservation",
  "look",
  "turn",
  "expiry",
  "verification",
  "review",
  "contest",
  "response",
  "appeal",
] as const;

export const CLOCK_KINDS = [...PHASE_CLOCKS, ...BENCH_CLOCKS] as const;

export type ClockKind = (typeof CLOCK_KINDS)[number];

export type WaitingFor = Side | "any_agent" | "court" | "panel" | "either";

/** The one clock of an open phase. An act at `atMs` is in time, a later one is not. */
export interface Deadline {
  readonly kind: ClockKind;
  readonly atMs: number;
  readonly waitingFor: WaitingFor;
}

/** One agent's hold on the contract. The next agent starts with a fresh one. */
export interface Seat {
  readonly agent: Party;
  /** The first seat is 1. */
  readonly number: number;
  /** Since when the seat is reserved, or the agent investigates. */
  readonly sinceMs: number;
  readonly isAccepted: boolean;
  /** Until when either side may leave for free; null before acceptance and after the first fix. */
  readonly graceEndsMs: number | null;
  readonly attempts: number;
  readonly rounds: number;
  /** Commands without a result yet, oldest first. */
  readonly pending: readonly string[];
  /** How often talk has restarted the present turn. */
  readonly talkTurns: number;
  /** Messages of each side since the seat was taken. */
  readonly messages: Readonly<Record<Side, number>>;
}

export const FROZEN_PHASES = ["in_progress", "verifying", "review", "contest"] as const;

/** Where the contract continues if its case is dropped, with the time that was left. */
export interface Frozen {
  readonly phase: (typeof FROZEN_PHASES)[number];
  readonly deadline: Omit<Deadline, "atMs">;
  readonly leftMs: number;
  /** Time left of the grace period; null if a fix has ended it. */
  readonly graceLeftMs: number | null;
}

export interface Case {
  /** Who filed the case; an appeal does not change it. */
  readonly filer: Side;
  /** It was filed late and before any fix: not to win it costs the filer as much as to leave. */
  readonly isExit: boolean;
  /** Who brought the case before the present bench. */
  readonly leader: Side;
  readonly bench: Bench;
  readonly isAnswered: boolean;
  /** The number of the task that asked this bench; an answer to an older question is refused. */
  readonly question: number | null;
  /** Set when the case began as a halt, or as a filing that may lapse. */
  readonly frozen: Frozen | null;
  /** The leader's commitment to the nonce from which a panel is drawn. */
  readonly commitment: string | null;
  /** Set once a bench with proceedings of its own has the case. */
  readonly panel: Proceedings | null;
}

/** Characters of entries: of each side since the present seat was taken, and all others. */
export interface Said {
  readonly before: number;
  readonly principal: number;
  readonly agent: number;
}

/** The outages of the market, as far as they moved this contract's clocks. */
export interface Absence {
  /** The last entry, or the end of the last gap: a further gap begins no earlier. */
  readonly afterMs: number;
  readonly totalMs: number;
  readonly count: number;
}

/** What free seats have used up since the contract was posted, or a seat was left that counts towards `maxAgents`. */
export interface Looking {
  readonly seats: number;
  /** Time before acceptance, of the present seat as far as it is over. */
  readonly ms: number;
  /** Characters that both sides wrote. */
  readonly length: number;
  /** Nobody looks any more: who takes the seat has accepted. */
  readonly isOver: boolean;
}

export interface ContractState {
  readonly id: ContractId;
  readonly terms: Terms;
  readonly phase: Phase;
  /** Exactly one while the contract is open, none after. */
  readonly deadline: Deadline | null;
  readonly seat: Seat | null;
  /** The number of the last seat. */
  readonly seatsTaken: number;
  /** Seats that were left and count towards `maxAgents`. */
  readonly seatsCounted: number;
  readonly looking: Looking;
  readonly formerAgents: readonly Party[];
  /** What is held now, pot by pot. */
  readonly held: readonly Sides[];
  /** Agreed under pay-after-verify; null means the bounty. */
  readonly price: bigint | null;
  /** What the agent stakes; null means what the terms ask for. */
  readonly stake: bigint | null;
  /** When a task ends, accepted or not; null where the ordinary clocks apply. */
  readonly expiresMs: number | null;
  /** An agent accepted and left late: the platform's fee is due, once, at the end. */
  readonly isFeeDue: boolean;
  /** What agents that left late have paid the principal. */
  readonly leaversPaid: bigint;
  readonly investigatedMs: number | null;
  readonly rulings: readonly Ruling[];
  readonly case: Case | null;
  /** Whose filing lapsed: they cannot file again. */
  readonly lapsedFilers: readonly Party[];
  readonly halts: number;
  /** Failures that the principal reported without evidence, of all agents. */
  readonly unsupported: number;
  /** Where each party wants its payouts. */
  readonly accounts: Readonly<Record<string, string>>;
  /** How often each party has set its account. */
  readonly accountChanges: Readonly<Record<string, number>>;
  /** Why the contract is in contest; the money is the same. */
  readonly contested: "exhausted" | "rejected" | "canceled" | null;
  readonly outcome: Outcome | null;
  /** Payout legs ordered so far; the next one gets this number. */
  readonly legs: number;
  /** Tasks ordered so far; the next one gets this number. */
  readonly tasks: number;
  readonly isSettled: boolean;
  readonly said: Said;
  readonly absence: Absence;
  readonly receivedMs: number;
}

export function isEnded(phase: Phase): phase is EndPhase {
  return (END_PHASES as readonly string[]).includes(phase);
}
