/** Which side of a contract the user is on, and what the sides are called for them. */
import type { Contract } from "@bazaar/doors/connection";
import type { ContractState, Leg, Party, Side } from "@bazaar/kernel";

/** The user's side; null for a contract of others. */
export type Viewer = Side | null;

export function viewerOf({ state }: Contract, party: Party | null): Viewer {
  if (party === null) return null;
  if (state.terms.principal === party) return "principal";
  return state.seat?.agent === party ? "agent" : null;
}

export function sideWords(side: Side, viewer: Viewer): string {
  return side === viewer ? "you" : `the ${side}`;
}

export function roleWords(role: Leg["to"]["role"], viewer: Viewer): string {
  if (role === "principal" || role === "agent") return sideWords(role, viewer);
  return role === "platform" ? "the market" : `the ${role}`;
}

/** Who wrote an entry. An agent that has left is still an agent. */
export function authorWords(
  by: Party | "server",
  { terms }: ContractState,
  viewer: Viewer,
): string {
  if (by === "server") return "the market";
  if (by === terms.principal) return sideWords("principal", viewer);
  return sideWords("agent", viewer);
}

export function shortParty(party: string): string {
  return party.length <= 16 ? party : `${party.slice(0, 16)}…`;
}
