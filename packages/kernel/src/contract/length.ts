/**
 * How much may be said on one contract.
 *
 * Whoever judges, verifies or shows a contract reads its whole transcript, so nobody may make it
 * endless: not to crowd out the other side, not to weigh down whoever keeps it. Each side has its
 * own share for every agent, so neither can use up the other's; what is short is always heard; and
 * the acts that decide something are few by their own rules and are never refused for their length.
 */
import { chainJson } from "../canonical/chain-json.ts";
import { type Refused, refuse } from "../refusal.ts";
import type { Act } from "./act.ts";
import { sideOf } from "./sides.ts";
import type { ContractState, Said } from "./state.ts";

/** Characters of data, in canonical form, that one side may say to one agent. */
export const MAX_SAID = 2 ** 21;
/** With more than this behind it a contract is offered to no further agent. */
export const MAX_TRANSCRIPT = 2 ** 23;
/** What is no longer than this is always taken; its number is bounded elsewhere. */
const SHORT = 2 ** 12;

/** Acts that say as much as their authors like. */
const AMPLE: ReadonlySet<string> = new Set([
  "investigate",
  "result",
  "fix",
  "verify",
  "ask",
  "answer",
  "message",
]);

export const NOTHING_SAID: Said = { before: 0, principal: 0, agent: 0 };

/** Characters of an act's data in canonical form. */
export function lengthOf(act: Act): number {
  return chainJson(act.data).length;
}

export function tooMuchSaid(state: ContractState, act: Act, length: number): Refused | null {
  if (!AMPLE.has(act.type)) return null;
  const said = state.said[sideOf(state, act.by)];
  if (length <= SHORT || said + length <= MAX_SAID) return null;
  return refuse({ code: "said_too_much", said, length, limit: MAX_SAID });
}

/** The length of everything that was said so far. */
export function saidInAll({ said }: ContractState): number {
  return said.before + said.principal + said.agent;
}

/** What was said once the act has been taken; a new agent begins a new count. */
export function withSaid(
  before: ContractState | null,
  act: Act,
  length: number,
  after: ContractState,
): Said {
  const isNewSeat = before !== null && after.seatsTaken !== before.seatsTaken;
  const said = isNewSeat ? { ...NOTHING_SAID, before: saidInAll(before) } : after.said;
  const seat = after.seat ?? before?.seat ?? null;
  if (act.by === after.terms.principal) return { ...said, principal: said.principal + length };
  if (act.by === seat?.agent) return { ...said, agent: said.agent + length };
  return { ...said, before: said.before + length };
}
