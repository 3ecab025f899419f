/** A market in one process: real keys, everything in memory. */
import type { ContractId, JsonObject, Offer, Party, Result, Signer } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { nativeVerify } from "@bazaar/keys/native-verify";
import {
  fireDeadlines,
  type Needs,
  offeredTerms,
  payLegs,
  type Recorded,
  recordAct,
  runTasks,
  takeDeposits,
} from "@bazaar/market";
import type { Judge } from "@bazaar/market/ports";
import { ledgerRail } from "@bazaar/rails/ledger";
import { MemoryFeed, MemoryStore } from "@bazaar/store/memory";
import { SMALL_NEEDS, signOn } from "@bazaar/testkit";

export class MemoryMarket {
  readonly store = new MemoryStore();
  readonly server = generateSigner();
  readonly needs: Needs;
  nowMs: number;
  #afterLeg = 0;

  constructor(judge: Judge, offer: (platform: Party) => Offer, nowMs: number) {
    this.nowMs = nowMs;
    this.needs = {
      ...SMALL_NEEDS,
      store: this.store,
      feed: new MemoryFeed(),
      clock: { nowMs: () => this.nowMs },
      signer: this.server,
      verify: nativeVerify,
      judge,
      rails: [ledgerRail(this.store.ledger)],
      reviewTerms: offeredTerms(offer(this.server.party)),
    };
  }

  /** Signs an act on the current head and records it. */
  async act(
    author: Signer,
    contract: ContractId | null,
    type: string,
    data: JsonObject,
  ): Promise<Result<Recorded>> {
    const entry = await signOn(this.store, contract, author, { type, data }, this.nowMs);
    return recordAct(this.needs, { entry, contract });
  }

  /** One round of the server's own loops. */
  async turn(): Promise<void> {
    await takeDeposits(this.needs);
    await runTasks(this.needs);
    await fireDeadlines(this.needs);
    this.#afterLeg = await payLegs(this.needs, this.#afterLeg);
  }
}
