/** A whole market in one process, without a disk: for the demonstration, benches and tests. */
import {
  type ContractId,
  decide,
  EMPTY_CHAIN,
  type JsonObject,
  type Party,
  type Result,
  type Signer,
  signEntry,
} from "@bazaar/kernel";
import { ed25519Verify, generateSigner } from "@bazaar/keys";
import {
  fireDeadlines,
  type Needs,
  payLegs,
  type Recorded,
  recordAct,
  runTasks,
  takeDeposits,
} from "@bazaar/market";
import type { Judge } from "@bazaar/market/ports";
import { ledgerRail } from "@bazaar/rails/ledger";
import { MemoryFeed, MemoryStore } from "@bazaar/store/memory";

export class MemoryMarket {
  readonly store = new MemoryStore();
  readonly server = generateSigner();
  readonly needs: Needs;
  nowMs: number;

  constructor(judge: Judge, nowMs: number) {
    this.nowMs = nowMs;
    this.needs = {
      store: this.store,
      feed: new MemoryFeed(),
      clock: { nowMs: () => this.nowMs },
      randomness: { fraction: () => 0 },
      signer: this.server,
      verify: ed25519Verify,
      decide,
      judge,
      checker: { run: async () => ({ verdict: "no_verdict", evidence: {} }) },
      rails: [ledgerRail(this.store.ledger)],
      isSameOwner: (a, b) => a === b,
      houseAccount: (rail, role) =>
        role === "charity" || role === "burn" ? `${rail}/${role}` : null,
    };
  }

  async grant(party: Party, asset: string, amount: bigint): Promise<void> {
    const key = `grant/${party}/${asset}`;
    await this.store.ledger.transfer({ key, from: "world", to: party, asset, amount });
  }

  /** Signs an act on top of the chain as it stands, and hands it in. */
  async act(
    author: Signer,
    contract: ContractId | null,
    type: string,
    data: JsonObject,
  ): Promise<Result<Recorded>> {
    const stored = contract === null ? null : await this.store.load(contract);
    const entry = signEntry(author, stored?.chain ?? EMPTY_CHAIN, { type, data }, this.nowMs);
    return recordAct(this.needs, { entry, contract });
  }

  /** Everything the server does by itself, once. */
  async turn(): Promise<void> {
    await takeDeposits(this.needs);
    await runTasks(this.needs);
    await fireDeadlines(this.needs);
    await payLegs(this.needs);
  }
}
