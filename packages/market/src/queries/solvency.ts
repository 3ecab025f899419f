/**
 * What is owed, next to what is held. Debts are counted from contracts and their unpaid legs, assets
 * by the rails: two independent sources.
 */
import {
  type Asset,
  bondsHeld,
  type ContractId,
  type ContractState,
  CUSTODY,
  END_PHASES,
  OPEN_PHASES,
  RATING,
  RATING_RAIL,
  type RailName,
} from "@bazaar/kernel";
import type { Needs } from "../needs.ts";
import type { SolvencyLine } from "../ports/market.ts";
import type { Store } from "../ports/store.ts";
import { pause } from "./pause.ts";

/** Page size: other requests wait for one, and a contract may have a long document. */
const PAGE = 8;
/** Contracts that a line lists; the others are only counted. */
const MAX_NAMED = 100;

interface Debt {
  readonly rail: RailName;
  readonly asset: Asset;
  readonly owed: Map<ContractId, bigint>;
}

type Debts = Map<string, Debt>;

export async function solvency(needs: Needs): Promise<readonly SolvencyLine[]> {
  const debts: Debts = new Map();
  await countHeld(needs.store, debts);
  await countLegs(needs.store, debts);
  return Promise.all([...debts.values()].map((debt) => lineOf(needs, debt)));
}

async function countHeld(store: Store, debts: Debts): Promise<void> {
  let before: ContractId | null = null;
  for (;;) {
    // Ended contracts hold nothing, but a market that only has those still has its rails to show.
    const page = await store.list({ phases: OPEN_PHASES, limit: PAGE, before });
    for (const { state } of page) addHeld(debts, state);
    if (page.length < PAGE) break;
    before = page.at(-1)?.state.id ?? null;
    await pause();
  }
  for (const { state } of await store.list({ phases: END_PHASES, limit: 1, before: null })) {
    addHeld(debts, state);
  }
}

function addHeld(debts: Debts, state: ContractState): void {
  const { id, terms, held } = state;
  for (const [pot, { rail, asset }] of terms.pots.entries()) {
    const { principal, agent } = held[pot] ?? { principal: 0n, agent: 0n };
    add(debts, { rail, asset, contract: id, amount: principal + agent });
  }
  const bonds = bondsHeld(state);
  if (bonds > 0n) add(debts, { rail: RATING_RAIL, asset: RATING, contract: id, amount: bonds });
}

async function countLegs(store: Store, debts: Debts): Promise<void> {
  let afterNo = 0;
  for (;;) {
    const page = await store.unpaidLegs(afterNo, PAGE);
    for (const { leg } of page) add(debts, leg);
    if (page.length < PAGE) return;
    afterNo = page.at(-1)?.no ?? afterNo;
    await pause();
  }
}

function add(
  debts: Debts,
  owed: {
    readonly rail: RailName;
    readonly asset: Asset;
    readonly contract: ContractId;
    readonly amount: bigint;
  },
): void {
  const { rail, asset, contract, amount } = owed;
  const key = `${rail}/${asset.code}`;
  const debt = debts.get(key) ?? { rail, asset, owed: new Map() };
  debts.set(key, debt);
  if (amount > 0n) debt.owed.set(contract, (debt.owed.get(contract) ?? 0n) + amount);
}

async function lineOf(needs: Needs, { rail, asset, owed }: Debt): Promise<SolvencyLine> {
  const found = needs.rails.find(({ name }) => name === rail);
  const { isOnOwnBooks } = CUSTODY[rail];
  const accounts = isOnOwnBooks ? (await needs.store.ledger.totals(asset.code)).accounts : 0n;
  const largest = [...owed].sort(([, a], [, b]) => (a === b ? 0 : a > b ? -1 : 1));
  return {
    rail,
    asset,
    owedToContracts: largest.reduce((sum, [, amount]) => sum + amount, 0n),
    owedToAccounts: accounts,
    held: found === undefined ? 0n : await found.balance(asset),
    contracts: largest
      .slice(0, MAX_NAMED)
      .map(([contract, amount]) => ({ contract, owed: amount })),
    moreContracts: Math.max(0, largest.length - MAX_NAMED),
  };
}
