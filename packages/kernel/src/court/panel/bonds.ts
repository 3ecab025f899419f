/**
 * What an arbiter holds while it sits: rating points, taken with its acceptance and returned when
 * the case is over. Silence after accepting burns them.
 *
 * They are no part of the contract's pots, which belong to its two sides: they are held on the
 * ledger under a pot number of their own.
 */
import type { Decision, LedgerHold, Leg } from "../../contract/act.ts";
import { MAX_POTS } from "../../contract/rules.ts";
import type { ContractState } from "../../contract/state.ts";
import type { Party } from "../../identity/party.ts";
import { RATING } from "../../money/asset.ts";
import { RATING_RAIL } from "../../settlement/custody.ts";
import { type Arbiter, isSitting, panelOf } from "./proceedings.ts";

const ARBITER_BOND = 25n;

/** After every pot that terms can name. */
export const BOND_POT = MAX_POTS;

/** The deposit that comes with an acceptance. */
export function bondOf(state: ContractState, party: Party): readonly LedgerHold[] {
  if (!holdsBonds(state)) return [];
  const [contract, pot, amount] = [state.id, BOND_POT, ARBITER_BOND];
  return [{ contract, pot, side: "arbiter", party, asset: RATING, amount }];
}

/** What all arbiters of this contract hold now. */
export function bondsHeld(state: ContractState): bigint {
  if (!holdsBonds(state)) return 0n;
  return ARBITER_BOND * BigInt(sitting(state).length);
}

/** Returns the bonds, or burns those of arbiters that `isBurned` names. The caller ends their seats. */
export function orderBonds(
  state: ContractState,
  isBurned: (arbiter: Arbiter) => boolean,
): Pick<Decision, "state" | "legs"> {
  if (!holdsBonds(state)) return { state, legs: [] };
  const legs = sitting(state).map((arbiter, at): Leg => {
    const to = isBurned(arbiter)
      ? ({ role: "burn", party: null, account: null } as const)
      : ({ role: "arbiter", party: arbiter.party, account: null } as const);
    return {
      key: `${state.id}/${state.legs + at}`,
      contract: state.id,
      pot: BOND_POT,
      rail: RATING_RAIL,
      asset: RATING,
      amount: ARBITER_BOND,
      to,
    };
  });
  return { state: { ...state, legs: state.legs + legs.length }, legs };
}

function holdsBonds({ terms, case: open }: ContractState): boolean {
  const { court } = terms;
  const stage = open?.panel?.stage ?? "closed";
  return "pool" in court && court.pool === "rating" && stage !== "closed";
}

function sitting(state: ContractState): readonly Arbiter[] {
  return panelOf(state).arbiters.filter(isSitting);
}
