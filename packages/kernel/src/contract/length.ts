/**
 * The limit on the length of a transcript.
 *
 * A transcript is judged, verified and shown as a whole, so neither side may make it endless. Each
 * side has its own limit per agent, so it cannot use up the other's. Short acts are always
 * accepted. Acts that decide something are limited in number by their own rules and are never
 * refused for their length.
 */
import { chainJson } from "../canonical/chain-json.ts";
import { type Refused, refuse } from "../refusal.ts";
import type { Act } from "./act.ts";
import { sideOf } from "./sides.ts";
import type { ContractState, Said } from "./state.ts";

/** Characters that one side may write per agent, in canonical form. */
export const MAX_SAID = 2 ** 21;
/** Beyond this length no further agent can take the seat. */
export const MAX_TRANSCRIPT = 2 ** 23;
/** Acts up to this length are always accepted; their number is limited elsewhere. */
const SHORT = 2 ** 12;

export const NOTHING_SAID: Said = { before: 0, principal: 0, agent: 0 };

/** Added to the data of each entry, so that many short entries are not free. */
export const ENTRY_LENGTH = 200;

/** Characters that an act adds to the transcript. */
export function lengthOf(act: Act): number {
  return chainJson(act.data).length + ENTRY_LENGTH;
}

/** For acts whose number has no small limit. */
export function lengthRefusal(state: ContractState, act: Act, length: number): Refused | null {
  const said = state.said[sideOf(state, act.by)];
  if (length <= SHORT || said + length <= MAX_SAID) return null;
  return refuse({ code: "said_too_much", said, length, limit: MAX_SAID });
}

/** The length of all entries so far. */
export function transcriptLength({ said }: ContractState): number {
  return said.before + said.principal + said.agent;
}

/** The lengths after this act; a new agent starts a new count. */
export function withLength(
  before: ContractState | null,
  act: Act,
  length: number,
  after: ContractState,
): Said {
  const isNewSeat = before !== null && after.seatsTaken !== before.seatsTaken;
  const said = isNewSeat ? { ...NOTHING_SAID, before: transcriptLength(before) } : after.said;
  const seat = after.seat ?? before?.seat ?? null;
  if (act.by === after.terms.principal) return { ...said, principal: said.principal + length };
  if (act.by === seat?.agent) return { ...said, agent: said.agent + length };
  return { ...said, before: said.before + length };
}
