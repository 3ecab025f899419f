/** What a planted bug is, and how one is put into a process. */
import { type ContractState, type Decision, decide, type Leg } from "@bazaar/kernel";
import type { Needs } from "@bazaar/market";
import type { LedgerTransfer, Rail, Store, Write } from "@bazaar/market/ports";

export interface Plant {
  readonly name: string;
  /** The rule that it breaks, where that must be this one and no other. */
  readonly breaks?: string;
  /** The kernel itself is wrong, for processes and auditor alike. */
  readonly rules?: Decide;
  /** Puts the bug into what one process is given. */
  readonly inject?: (needs: Needs) => Needs;
  /** Puts the bug into the store that all processes share, below the auditor. */
  readonly injectStore?: (store: Store) => Store;
}

type Decide = Needs["decide"];
type DecideInput = Parameters<Decide>;

export function decidingWrongly(
  name: string,
  change: (decision: Decision, state: DecideInput[0], act: DecideInput[1]) => Decision,
): Plant {
  const wrong: Decide = (state, act, ...rest) => {
    const decided = decide(state, act, ...rest);
    return decided.ok ? { ok: true, value: change(decided.value, state, act) } : decided;
  };
  return { name, inject: (needs) => ({ ...needs, decide: wrong }) };
}

export function changingState(
  name: string,
  change: (state: ContractState) => ContractState,
): Plant {
  return decidingWrongly(name, (decision) => ({ ...decision, state: change(decision.state) }));
}

export function changingLegs(
  name: string,
  change: (legs: readonly Leg[]) => readonly Leg[],
): Plant {
  return decidingWrongly(name, (decision) => ({ ...decision, legs: change(decision.legs) }));
}

export function changingStore(name: string, change: (store: Store) => Partial<Store>): Plant {
  const inject = (needs: Needs): Needs => {
    return { ...needs, store: { ...needs.store, ...change(needs.store) } };
  };
  return { name, inject };
}

export function changingWrites(name: string, change: (write: Write) => Write): Plant {
  return changingStore(name, (store) => ({
    commit: (writes) => store.commit(writes.map(change)),
  }));
}

export function changingPayouts(
  name: string,
  change: (payout: LedgerTransfer, state: ContractState) => LedgerTransfer,
): Plant {
  return changingWrites(name, ({ step, ...write }) => {
    const payouts = step?.payouts.map((payout) => change(payout, step.state)) ?? [];
    return { ...write, step: step && { ...step, payouts } };
  });
}

export function changingRail(name: string, change: (rail: Rail) => Partial<Rail>): Plant {
  return {
    name,
    inject: (needs) => ({
      ...needs,
      rails: needs.rails.map((rail) => ({ ...rail, ...change(rail) })),
    }),
  };
}
