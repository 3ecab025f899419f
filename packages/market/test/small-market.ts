/** A market in memory with toy keys, for the tests of this package. */
import {
  type ContractId,
  type ContractState,
  type Entry,
  type JsonObject,
  type Result,
  type Signer,
  type Terms,
  termsJson,
} from "@bazaar/kernel";
import { ledgerRail } from "@bazaar/rails/ledger";
import { MemoryRail } from "@bazaar/rails/memory";
import { MemoryFeed, MemoryStore } from "@bazaar/store/memory";
import {
  AGENT,
  EXIT_EVIDENCE,
  grant,
  PRINCIPAL,
  SERVER,
  SMALL_NEEDS,
  START_MS,
  samplePot,
  sampleTerms,
  signOn,
  toyVerify,
  units,
} from "@bazaar/testkit";
import type { Needs } from "../src/needs.ts";
import type { Opinion } from "../src/ports/judge.ts";
import type { Recorded } from "../src/ports/market.ts";
import { recordAct } from "../src/record-act.ts";
import { runTasks } from "../src/tasks/run-tasks.ts";

export class SmallMarket {
  readonly store = new MemoryStore();
  readonly nano = new MemoryRail("nano");
  readonly feed = new MemoryFeed();
  readonly published: number[] = [];
  nowMs = START_MS;
  /** What the judge says next; an error is thrown. */
  opinion: Opinion | Error = { answer: "fulfilled", reasoning: "It works.", details: {} };
  verdict: "pass" | "fail" | "no_verdict" = "pass";

  constructor() {
    this.feed.subscribe((no) => this.published.push(no));
  }

  needs(changes: Partial<Needs> = {}): Needs {
    return {
      ...SMALL_NEEDS,
      store: this.store,
      feed: this.feed,
      clock: { nowMs: () => this.nowMs },
      signer: SERVER,
      verify: toyVerify,
      judge: {
        opine: async () => {
          if (this.opinion instanceof Error) throw this.opinion;
          return this.opinion;
        },
      },
      checker: {
        run: async () => ({ verdict: this.verdict, evidence: EXIT_EVIDENCE[this.verdict] }),
      },
      rails: [ledgerRail(this.store.ledger), this.nano],
      ...changes,
    };
  }

  async grant(amount = "10", parties: readonly Signer[] = [PRINCIPAL, AGENT]): Promise<void> {
    for (const { party } of parties) await grant(this.store.ledger, party, units(amount));
  }

  /** An entry at the present head of the chain. */
  async sign(
    author: Signer,
    id: ContractId | null,
    type: string,
    data: JsonObject,
  ): Promise<Entry> {
    return signOn(this.store, id, author, { type, data }, this.nowMs);
  }

  async act(
    author: Signer,
    contract: ContractId | null,
    type: string,
    data: JsonObject = {},
  ): Promise<Result<Recorded>> {
    return recordAct(this.needs(), {
      entry: await this.sign(author, contract, type, data),
      contract,
    });
  }

  /** Records an act that must be accepted. */
  async must(
    author: Signer,
    contract: ContractId | null,
    type: string,
    data: JsonObject = {},
  ): Promise<ContractState> {
    const recorded = await this.act(author, contract, type, data);
    if (recorded.ok) return recorded.value.state;
    throw new Error(`${type}: ${JSON.stringify(recorded.refusal)}`);
  }

  async post(terms: Terms = sampleTerms()): Promise<ContractId> {
    return (await this.must(PRINCIPAL, null, "post", { terms: termsJson(terms) })).id;
  }

  /** A contract on the ledger, with an agent at work. */
  async atWork(terms: Terms = sampleTerms()): Promise<ContractId> {
    await this.grant();
    const id = await this.post(terms);
    await this.must(AGENT, id, "bond");
    await this.must(AGENT, id, "accept");
    return id;
  }

  async fulfilled(terms: Terms = sampleTerms()): Promise<ContractId> {
    const id = await this.atWork(terms);
    await this.must(AGENT, id, "fix", { fix: "make", explanation: "it was not made" });
    await this.must(PRINCIPAL, id, "verify", { success: true });
    return id;
  }

  /** In court before the district judge, who has been asked. */
  async inCourt(terms: Terms = sampleTerms()): Promise<ContractId> {
    const id = await this.atWork(terms);
    await this.must(PRINCIPAL, id, "dispute_filed", { argument: "nothing happens" });
    await this.must(AGENT, id, "dispute_response", { argument: "I am thinking" });
    return id;
  }

  /** A contract on the slow rail, waiting for the principal's deposit; and where it should go. */
  async unfunded(): Promise<{ readonly id: ContractId; readonly address: string }> {
    const id = await this.post(sampleTerms({ pots: [samplePot({ rail: "nano" })] }));
    await runTasks(this.needs());
    return { id, address: "nano-address-1" };
  }

  async state(id: ContractId): Promise<ContractState> {
    const stored = await this.store.load(id);
    if (stored === null) throw new Error(`${id} was never stored`);
    return stored.state;
  }

  async types(id: ContractId): Promise<readonly string[]> {
    return (await this.store.entries(id)).map(({ entry }) => entry.type);
  }
}

export function codeOf(result: Result<unknown>): string {
  return result.ok ? "recorded" : result.refusal.code;
}
