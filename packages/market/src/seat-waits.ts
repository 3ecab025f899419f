/**
 * How long an agent waits for its next seat with a principal after it left one without a look.
 *
 * Such a seat helps nobody and keeps others from the contract; one that was named by the contract keeps
 * nobody from it, and makes nobody wait. It is this market's policy and no rule
 * of the contract, so it is kept in memory, and a replay does not know it. Owners are compared, by
 * name: a wait is forgotten when the owner gets a new one, which saves no more than a fresh key.
 */
import {
  type Act,
  actTraits,
  type ContractState,
  type Party,
  type Refused,
  refuse,
} from "@bazaar/kernel";
import { LRUCache } from "lru-cache";
import type { OwnerOf } from "./directory/owners.ts";

const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;
/** Beyond this many pairs, the one that was idle longest is forgotten. */
const MAX_PAIRS = 100_000;

interface Wait {
  readonly times: number;
  readonly untilMs: number;
}

export class SeatWaits {
  /** `max` would allocate room for all pairs at once; this bound takes room as they come. */
  readonly #waits = new LRUCache<string, Wait>({ maxSize: MAX_PAIRS, sizeCalculation: () => 1 });
  readonly #exempt = new Set<Party>();

  /** For the market's own agent, which leaves at once where it knows no fix. */
  exempt(agent: Party): void {
    this.#exempt.add(agent);
  }

  /** How long the agent may not take a seat with this principal; 0 if it may. */
  leftMs(principal: Party, agent: Party, nowMs: number): number {
    const wait = this.#waits.get(keyOf(principal, agent));
    return wait === undefined ? 0 : Math.max(0, wait.untilMs - nowMs);
  }

  /** The agent left a seat. Each time in a row without a look doubles the wait. */
  leave(principal: Party, agent: Party, hasLooked: boolean, nowMs: number): void {
    const key = keyOf(principal, agent);
    if (hasLooked || this.#exempt.has(agent)) {
      this.#waits.delete(key);
      return;
    }
    const last = this.#waits.get(key);
    const isInRow = last !== undefined && nowMs <= last.untilMs + LONGEST_WAIT_MS;
    const times = isInRow ? last.times + 1 : 1;
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (times - 1), LONGEST_WAIT_MS);
    this.#waits.set(key, { times, untilMs: nowMs + waitMs });
  }
}

/** What the market needs of it. */
export type SeatPolicy = Pick<SeatWaits, "leftMs" | "leave">;

/** The refusal of an act that takes a seat too soon; null if it may be decided. */
export function seatTooSoon(
  policy: SeatPolicy,
  { phase, terms }: ContractState,
  { type, by }: Act,
  nowMs: number,
  ownerOf: OwnerOf,
): Refused | null {
  if (phase !== "open" || by === "server" || actTraits(type).seat !== "takes") return null;
  if (terms.agent !== null) return null;
  const leftMs = policy.leftMs(ownerOf(terms.principal), ownerOf(by), nowMs);
  if (leftMs === 0) return null;
  return refuse({ code: "seat_too_soon", secondsLeft: Math.ceil(leftMs / 1_000) });
}

/** Notes an act that left the seat which `before` had. */
export function noteLeaving(
  policy: SeatPolicy,
  { seat, terms }: ContractState,
  { type }: Act,
  nowMs: number,
  ownerOf: OwnerOf,
): void {
  if (seat === null || terms.agent !== null || actTraits(type).seat !== "leaves") return;
  // An agent that handed in a fix did not just block the seat.
  const hasLooked = seat.rounds > 0 || seat.attempts > 0;
  policy.leave(ownerOf(terms.principal), ownerOf(seat.agent), hasLooked, nowMs);
}

function keyOf(principal: Party, agent: Party): string {
  return `${principal}/${agent}`;
}
