/** The real market in memory, with toy keys and a clock that tests move. */
import {
  type ContractId,
  type JsonObject,
  type Rules,
  type Signer,
  type Terms,
  termsJson,
} from "@bazaar/kernel";
import {
  fireDeadlines,
  issueReceipts,
  type MarketNeeds,
  OpenMarket,
  payLegs,
  runTasks,
  takeDeposits,
} from "@bazaar/market";
import { ledgerRail } from "@bazaar/rails/ledger";
import { MemoryRail } from "@bazaar/rails/memory";
import { MemoryFeed, MemoryStore } from "@bazaar/store/memory";
import {
  AGENT,
  grant,
  PRINCIPAL,
  RIVAL,
  SERVER,
  SMALL_NEEDS,
  START_MS,
  sampleData,
  sampleOffer,
  samplePot,
  sampleTerms,
  signOn,
  toyVerify,
  units,
} from "@bazaar/testkit";
import type { Caller, CallerReadCall, ReadEndpoint } from "../../endpoint.ts";
import { DEFAULT_SETTINGS } from "../../settings.ts";
import { wireText } from "../../wire-text.ts";
import { reads } from "../reads.ts";

export interface ContractOptions {
  readonly bounty?: string;
  readonly rail?: "ledger" | "nano";
  readonly document?: JsonObject;
  readonly rules?: Partial<Rules>;
  readonly terms?: Partial<Terms>;
}

/** Seed 000's example, as clients post it. */
export const DOCUMENT: JsonObject = {
  version: 2n,
  protocol: "fix",
  task: { type: "fix_command", command: "gcc foo.c", error: "undefined reference to `bar' — café" },
  environment: { os: "Linux", arch: "x86_64", package_managers: ["apt", "pip3"] },
  capabilities: {
    sudo: { available: false },
    network: { available: true, scope: ["packages"] },
    docker: { available: false },
  },
  escrow: { bounty: "0.50", currency: "XNO", chain: "nano" },
};

class TestClock {
  nowMs = START_MS;
}

export class ReadingMarket {
  readonly market: OpenMarket;
  readonly store: MemoryStore;
  isReady = true;
  /** As whom the reads so far were held, until their time was up. */
  readonly heldAs: string[] = [];
  readonly #needs: MarketNeeds;
  readonly #clock: TestClock;
  readonly #reads: readonly ReadEndpoint[];
  #nonce = 0;

  private constructor(
    market: OpenMarket,
    store: MemoryStore,
    needs: MarketNeeds,
    clock: TestClock,
  ) {
    this.market = market;
    this.store = store;
    this.#needs = needs;
    this.#clock = clock;
    this.#reads = reads({ verify: toyVerify, isReady: async () => this.isReady });
  }

  static async open(): Promise<ReadingMarket> {
    const store = new MemoryStore();
    const clock = new TestClock();
    const needs: MarketNeeds = {
      ...SMALL_NEEDS,
      store,
      feed: new MemoryFeed(),
      clock: { nowMs: () => clock.nowMs },
      signer: SERVER,
      verify: toyVerify,
      judge: {
        opine: async () => ({ answer: "fulfilled", reasoning: "It works.", details: {} }),
      },
      rails: [ledgerRail(store.ledger), new MemoryRail("nano")],
      offer: sampleOffer(),
      limits: { openContracts: 100_000, seats: 100_000 },
      grants: { starting: () => 0n, faucet: () => 0n, faucetEveryMs: 1_000 },
    };
    for (const { party } of [PRINCIPAL, AGENT, RIVAL]) {
      await grant(store.ledger, party, units("1000000"));
    }
    return new ReadingMarket(await OpenMarket.open(needs), store, needs, clock);
  }

  wait(seconds: number): void {
    this.#clock.nowMs += seconds * 1_000;
  }

  /** A contract of its own every time. */
  async post({
    bounty = "0.5",
    rail = "ledger",
    ...options
  }: ContractOptions = {}): Promise<ContractId> {
    this.#nonce += 1;
    const terms = sampleTerms({
      nonce: this.#nonce.toString(16).padStart(64, "0"),
      document: options.document ?? DOCUMENT,
      pots: [samplePot({ bounty, rail })],
      rules: options.rules ?? {},
      ...options.terms,
    });
    return this.act(PRINCIPAL, null, "post", { terms: termsJson(terms) });
  }

  /** An act that must be accepted, with sample data unless given. */
  async act(
    author: Signer,
    contract: ContractId | null,
    type: string,
    data?: JsonObject,
  ): Promise<ContractId> {
    const state = contract === null ? null : ((await this.market.find(contract))?.state ?? null);
    const said = data ?? sampleData(type as Parameters<typeof sampleData>[0], state);
    const act = { type, data: said };
    const submission =
      author === SERVER
        ? { by: "server" as const, ...act }
        : { entry: await signOn(this.store, contract, author, act, this.#clock.nowMs) };
    const recorded = await this.market.record({ ...submission, contract });
    if (!recorded.ok) throw new Error(`${type}: ${JSON.stringify(recorded.refusal)}`);
    return recorded.value.state.id;
  }

  /** A contract whose agent has accepted. */
  async atWork(options: ContractOptions = {}): Promise<ContractId> {
    const id = await this.post(options);
    await this.act(AGENT, id, "bond");
    return this.act(AGENT, id, "accept");
  }

  /** Lets the deadline of a contract pass. */
  async lapse(id: ContractId): Promise<void> {
    const found = await this.market.find(id);
    this.#clock.nowMs = Math.max(this.#clock.nowMs, (found?.state.deadline?.atMs ?? 0) + 1);
    await fireDeadlines(this.#needs);
  }

  /** One round of the server's loops. */
  async turn(): Promise<void> {
    await takeDeposits(this.#needs);
    await runTasks(this.#needs);
    await payLegs(this.#needs, 0);
    while (await issueReceipts(this.#needs));
  }

  endpoint(path: string): ReadEndpoint {
    const found = this.#reads.find((endpoint) => endpoint.path === path);
    if (found === undefined) throw new Error(`no endpoint ${path}`);
    return found;
  }

  /** Reads as a client does: the answer is serialized, parsed and checked against its schema. */
  async read(
    path: string,
    { name = "", query = {}, caller = null }: Partial<CallerReadCall<unknown>> = {},
  ): Promise<unknown> {
    const found = this.endpoint(path);
    const parsed = found.query === undefined ? {} : found.query.parse(query);
    const answered = await found.run(this.call(parsed, name, caller));
    if (!answered.ok) return answered.refusal;
    const value: unknown = JSON.parse(wireText(answered.value));
    found.answer.parse(value);
    return value;
  }

  call(query: unknown, name: string, caller: Caller | null): CallerReadCall<unknown> {
    return {
      market: this.market,
      settings: DEFAULT_SETTINGS,
      name,
      query,
      caller,
      hold: (by, _timeoutMs, wait) => {
        this.heldAs.push(by);
        return wait(AbortSignal.abort());
      },
      reserve: () => null,
      address: "203.0.113.1",
      pause: async () => undefined,
    };
  }
}

/** The caller of a request that this party signed. */
export function signedBy({ party }: Signer): Caller {
  return { party, request: {} as Caller["request"] };
}
