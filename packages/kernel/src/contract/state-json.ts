/**
 * A contract's state as text, for stores that keep it on a disk.
 *
 * The terms are left out: they are in the first entry and never change. Amounts are decimal digits
 * of base units; everything else is plain JSON. The text is never signed, so it needs no canonical
 * form. It is a cache: text of another version is not read, but recomputed from the entries.
 */
import type { Outcome } from "../settlement/outcome.ts";
import type { ContractState } from "./state.ts";
import type { Terms } from "./terms.ts";

/** To be raised with every change of `ContractState`. */
const STATE_VERSION = 5;

type Written<T> = Omit<T, "terms" | "held" | "price" | "stake" | "leaversPaid" | "outcome">;

type WrittenOutcome = Omit<Outcome, "price" | "leaversPaid"> & {
  readonly price: string | null;
  readonly leaversPaid: string;
};

interface StateRecord extends Written<ContractState> {
  readonly version: typeof STATE_VERSION;
  readonly held: readonly { readonly principal: string; readonly agent: string }[];
  readonly price: string | null;
  readonly stake: string | null;
  readonly leaversPaid: string;
  readonly outcome: WrittenOutcome | null;
}

export function stateText(state: ContractState): string {
  const { held, price, stake, outcome } = state;
  const record: StateRecord = {
    version: STATE_VERSION,
    id: state.id,
    phase: state.phase,
    deadline: state.deadline,
    seat: state.seat,
    seatsTaken: state.seatsTaken,
    seatsCounted: state.seatsCounted,
    looking: state.looking,
    formerAgents: state.formerAgents,
    isFeeDue: state.isFeeDue,
    expiresMs: state.expiresMs,
    investigatedMs: state.investigatedMs,
    rulings: state.rulings,
    case: state.case,
    lapsedFilers: state.lapsedFilers,
    halts: state.halts,
    unsupported: state.unsupported,
    accounts: state.accounts,
    accountChanges: state.accountChanges,
    contested: state.contested,
    legs: state.legs,
    tasks: state.tasks,
    isSettled: state.isSettled,
    said: state.said,
    absence: state.absence,
    receivedMs: state.receivedMs,
    held: held.map(({ principal, agent }) => ({ principal: `${principal}`, agent: `${agent}` })),
    price: digits(price),
    stake: digits(stake),
    leaversPaid: `${state.leaversPaid}`,
    outcome: outcome === null ? null : writtenOutcome(outcome),
  };
  return JSON.stringify(record);
}

/**
 * Reads what `stateText` wrote; null if that was another version of it. The text comes from our own
 * store, so it is not validated.
 */
export function parseState(text: string, terms: Terms): ContractState | null {
  const { version, held, price, stake, leaversPaid, outcome, ...rest } = JSON.parse(
    text,
  ) as StateRecord;
  if (version !== STATE_VERSION) return null;
  return {
    ...rest,
    terms,
    held: held.map(({ principal, agent }) => ({
      principal: BigInt(principal),
      agent: BigInt(agent),
    })),
    price: units(price),
    stake: units(stake),
    leaversPaid: BigInt(leaversPaid),
    outcome: outcome === null ? null : readOutcome(outcome),
  };
}

function writtenOutcome(outcome: Outcome): WrittenOutcome {
  return { ...outcome, price: digits(outcome.price), leaversPaid: `${outcome.leaversPaid}` };
}

function readOutcome(outcome: WrittenOutcome): Outcome {
  const { price, leaversPaid } = outcome;
  return { ...outcome, price: units(price), leaversPaid: BigInt(leaversPaid) };
}

function digits(amount: bigint | null): string | null {
  return amount === null ? null : amount.toString();
}

function units(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}
