/**
 * What an act would cost the user, computed as the market will: the act is decided here first, and the
 * possible rulings are settled with what is held now.
 */
import {
  type Bench,
  type ContractState,
  type Decision,
  invariant,
  isEnded,
  lostBy,
  nextBench,
  outcomeOf,
  type RulingOutcome,
  rowOnceFinal,
  type Side,
  settle,
  TIERS,
  unreachable,
} from "@bazaar/kernel";
import { amountWords, heldBy, paidTo, payoutWords } from "./money-words.ts";

export interface Stakes {
  readonly lines: readonly string[];
  /** Whether the user could get back less than they deposited. */
  readonly isCostly: boolean;
}

export function stakesOf(before: ContractState, decision: Decision, side: Side): Stakes {
  if (isEnded(before.phase)) return { lines: [], isCostly: false };
  if (isEnded(decision.state.phase)) return endStakes(before, decision, side);
  const { case: opened } = decision.state;
  if (opened === null || opened.bench === before.case?.bench) return { lines: [], isCostly: false };
  return courtStakes(decision.state, opened.bench, side);
}

/** The contract would end at once: all shares are known. */
function endStakes(before: ContractState, { legs }: Decision, side: Side): Stakes {
  const lost = [...heldBy(before, side).values()].flatMap(({ asset, amount }) => {
    const back = paidTo(legs, side).get(asset.code)?.amount ?? 0n;
    return back < amount ? [amountWords(amount - back, asset)] : [];
  });
  const shares = legs.length === 0 ? "" : `: ${payoutWords(legs, side)}`;
  if (lost.length === 0) return { lines: [`It costs you nothing${shares}.`], isCostly: false };
  return { lines: [`It costs you ${lost.join(" + ")}${shares}.`], isCostly: true };
}

/** What the principal loses by rejecting a fix that the agent does not contest; null for nothing. */
export function rejectionCost(state: ContractState): string | null {
  const outcome = outcomeOf(state, "canceled");
  const lost = state.terms.pots.flatMap((pot, index) => {
    const held = state.held[index];
    invariant(held !== undefined, `there is no pot ${index}`);
    const cost = held.principal - settle(pot, held, outcome, state.rulings).principal;
    return cost > 0n ? [amountWords(cost, pot.asset)] : [];
  });
  return lost.length === 0 ? null : lost.join(" + ");
}

/**
 * What the principal would have back of its money if it declined a fix that passed and the first court
 * ruled for the agent; null if no court can be asked or nothing is held.
 */
export function backIfDeclinedAndLost(state: ContractState): string | null {
  const { pots } = state.terms;
  const bench = nextBench(state.terms, "replay");
  if (bench === null || pots.length === 0) return null;
  const shares = pots.map((pot, index) => {
    const back = shareUnder(state, index, { bench, outcome: "fulfilled" }, "principal");
    const own = state.held[index]?.principal ?? 0n;
    return `${amountWords(back, pot.asset)} of your ${amountWords(own, pot.asset)}`;
  });
  return shares.join(" + ");
}

function courtStakes(state: ContractState, bench: Bench, side: Side): Stakes {
  const evil = side === "principal" ? "evil_principal" : "evil_agent";
  const rulings: readonly (readonly [string, RulingOutcome])[] = [
    ["for you", side === "principal" ? "canceled" : "fulfilled"],
    ["against you", side === "principal" ? "fulfilled" : "canceled"],
    ["that it cannot tell", "impossible"],
    ["that you act in bad faith", evil],
  ];
  const lines = state.terms.pots.flatMap((pot, index) => {
    const { asset } = pot;
    const own = state.held[index]?.[side] ?? 0n;
    const fees = "tierFees" in pot ? pot.tierFees : [];
    const fee = fees[(TIERS as readonly string[]).indexOf(bench)] ?? 0n;
    const ways = rulings.map(([how, outcome]) => {
      const share = shareUnder(state, index, { bench, outcome }, side);
      return `  if it rules ${how}: ${amountWords(share, asset)}`;
    });
    const price =
      fee === 0n ? "is free" : `costs ${amountWords(fee, asset)}, paid by the losing side`;
    return [
      `${courtWords(bench)} ${price}. You have ${amountWords(own, asset)} at stake; after the market's fee you get back:`,
      ...ways,
    ];
  });
  if (lines.length === 0) {
    return {
      lines: [`${courtWords(bench)} is asked; no money is held.`],
      isCostly: false,
    };
  }
  return { lines, isCostly: true };
}

function shareUnder(
  state: ContractState,
  index: number,
  ruled: { readonly bench: Bench; readonly outcome: RulingOutcome },
  side: Side,
): bigint {
  const pot = state.terms.pots[index];
  const held = state.held[index];
  invariant(pot !== undefined && held !== undefined, `there is no pot ${index}`);
  const ruling = { ...ruled, against: lostBy(ruled.outcome) };
  const outcome = outcomeOf(state, rowOnceFinal(state, ruling));
  return settle(pot, held, outcome, [...state.rulings, ruling])[side];
}

function courtWords(bench: Bench): string {
  switch (bench) {
    case "replay":
      return "Running the check again";
    case "district":
    case "appeals":
    case "supreme":
      return `The ${bench} court`;
    case "panel":
      return "The panel";
    default:
      return unreachable(bench);
  }
}
