/** A market that takes exactly what it offers, with five arbiters, and counts every unit. */
import {
  type Asset,
  type ContractId,
  type ContractState,
  fillTerms,
  formatAmount,
  invariant,
  type JsonObject,
  type ProfileName,
  RATING,
  type Signer,
} from "@bazaar/kernel";
import {
  AGENT,
  ARBITERS,
  grant,
  PRINCIPAL,
  RIVAL,
  SERVER,
  sampleOffer,
  TEST_XNO,
  toySigner,
  units,
} from "@bazaar/testkit";
import type { Needs } from "../src/needs.ts";
import { offeredTerms } from "../src/offered-terms.ts";
import { solvency } from "../src/queries/solvency.ts";
import { fireDeadlines } from "../src/tasks/fire-deadlines.ts";
import { payLegs } from "../src/tasks/pay-legs.ts";
import { runTasks } from "../src/tasks/run-tasks.ts";
import { SmallMarket } from "./small-market.ts";

export const REFERRER = toySigner("referrer");

const OFFER = sampleOffer();

interface Account {
  readonly name: string;
  readonly account: string;
  /** What it has before anything is posted. */
  readonly money: bigint;
  readonly points: bigint;
}

const sides = { money: units("10"), points: 100n };
const others = { money: 0n, points: 0n };

const ACCOUNTS: readonly Account[] = [
  { name: "principal", account: PRINCIPAL.party, ...sides },
  { name: "agent", account: AGENT.party, ...sides },
  { name: "author", account: RIVAL.party, ...others },
  { name: "referrer", account: REFERRER.party, ...others },
  { name: "platform", account: SERVER.party, ...others },
  { name: "burned", account: "ledger/burn", ...others },
  ...ARBITERS.map(({ party }, at) => ({
    ...others,
    name: `arbiter ${at}`,
    account: party,
    points: 100n,
  })),
];

const ASSETS: readonly (readonly [Asset, "money" | "points"])[] = [
  [TEST_XNO, "money"],
  [RATING, "points"],
];

export class ProfileMarket extends SmallMarket {
  /** Who may sit on a panel. */
  pool: readonly Signer[] = ARBITERS;

  static async open(): Promise<ProfileMarket> {
    const market = new ProfileMarket();
    for (const one of ACCOUNTS) {
      for (const [asset, kind] of ASSETS) {
        if (one[kind] > 0n) {
          await grant(market.store.ledger, one.account as Signer["party"], one[kind], asset);
        }
      }
    }
    return market;
  }

  override needs(changes: Partial<Needs> = {}): Needs {
    return super.needs({
      reviewTerms: offeredTerms(OFFER),
      callPanel: async () => ({
        dispute: "disp_1",
        proposal: "prop_1",
        serverNonce: "0f".repeat(16),
        pool: this.pool.map(({ party }, at) => ({ id: `@${at}`, party })),
      }),
      ...changes,
    });
  }

  override async must(...act: Parameters<SmallMarket["must"]>): Promise<ContractState> {
    const state = await super.must(...act);
    await this.#audit();
    return state;
  }

  /** Posts the terms that the profile fills in from the document. */
  async propose(profile: ProfileName, document: JsonObject): Promise<ContractId> {
    const author = { principal: PRINCIPAL.party, nonce: "00".repeat(32) };
    const terms = fillTerms(profile, document, author, OFFER);
    if (!terms.ok) throw new Error(JSON.stringify(terms.refusal));
    return this.post(terms.value);
  }

  /** After so many seconds, everything that the market does until it waits for somebody. */
  async goOn(seconds = 0): Promise<void> {
    this.nowMs += seconds * 1_000;
    while ((await fireDeadlines(this.needs())) + (await runTasks(this.needs())) > 0) {
      await this.#audit();
    }
    await payLegs(this.needs());
    await this.#audit();
  }

  /** The arbiters who were drawn, in the order of the draw. */
  async drawn(id: ContractId): Promise<readonly Signer[]> {
    const arbiters = (await this.state(id)).case?.panel?.arbiters ?? [];
    return arbiters.flatMap((one) => ARBITERS.find(({ party }) => party === one.party) ?? []);
  }

  /** How a contract ended, and what each account gained or lost by it, to the last unit. */
  async end(id: ContractId): Promise<readonly string[]> {
    const { phase, outcome } = await this.state(id);
    const moved = await Promise.all(ASSETS.map((one) => this.#moved(...one)));
    return [`${phase}: ${outcome?.row ?? "no outcome"}`, ...moved.filter((text) => text !== "")];
  }

  async #moved(asset: Asset, kind: "money" | "points"): Promise<string> {
    let sum = (await this.store.ledger.totals(asset.code)).holds;
    const changes: string[] = [];
    for (const { name, account, [kind]: before } of ACCOUNTS) {
      const change = (await this.store.ledger.balance(account, asset.code)) - before;
      sum += change;
      if (change > 0n) changes.push(`${name} +${formatAmount(change, asset)}`);
      if (change < 0n) changes.push(`${name} -${formatAmount(-change, asset)}`);
    }
    invariant(sum === 0n, `${asset.code}: ${sum} went to an account that is not listed`);
    return changes.length === 0 ? "" : `${asset.code}: ${changes.join(", ")}`;
  }

  /** What is held is owed, and nothing has come or gone since the grants. */
  async #audit(): Promise<void> {
    const lines = await solvency(this.needs());
    for (const [{ code }, kind] of ASSETS) {
      const { holds, accounts } = await this.store.ledger.totals(code);
      const granted = ACCOUNTS.reduce((sum, one) => sum + one[kind], 0n);
      invariant(holds + accounts === granted, `${code}: ${holds} + ${accounts} of ${granted}`);
      const owed = lines.find(({ asset }) => asset.code === code)?.owedToContracts ?? 0n;
      invariant(owed === holds, `${code}: ${owed} is owed to contracts, ${holds} is held`);
    }
  }
}
