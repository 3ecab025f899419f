/** The whole door over a real market in memory, with real keys and a clock that tests move. */
import { type JsonObject, type Party, type Signer, XNO } from "@bazaar/kernel";
import { ed25519Verify, generateSigner } from "@bazaar/keys";
import {
  fireDeadlines,
  type MarketNeeds,
  OpenMarket,
  offeredTerms,
  runTasks,
} from "@bazaar/market";
import type { Opinion } from "@bazaar/market/ports";
import { ledgerRail } from "@bazaar/rails/ledger";
import { MemoryFeed, MemoryStore } from "@bazaar/store/memory";
import { SMALL_NEEDS, START_MS, sampleOffer, units } from "@bazaar/testkit";
import type { StartHoldTimer } from "../src/http/held-requests.ts";
import { DEFAULT_SETTINGS, HttpDoor, type Limits } from "../src/http/index.ts";

export interface DoorOptions {
  readonly limits?: Partial<Limits>;
  readonly trustedProxies?: readonly string[];
  readonly allowedOrigins?: readonly string[];
  readonly isLocal?: boolean;
  readonly server?: Signer;
  readonly judge?: Party;
  readonly startHoldTimer?: StartHoldTimer;
  readonly wallMs?: () => number;
  /** Changes what the market is made of. */
  readonly needs?: (needs: MarketNeeds) => MarketNeeds;
}

export class DoorUnderTest implements AsyncDisposable {
  nowMs = START_MS;
  verdict: Opinion["answer"] = "fulfilled";
  #courtIsReady: Promise<void> = Promise.resolve();
  #wakeCourt: () => void = () => undefined;
  readonly server: Signer;
  readonly store = new MemoryStore();
  readonly lines: Readonly<Record<string, unknown>>[] = [];
  readonly faults: unknown[] = [];
  readonly needs: MarketNeeds;
  market!: OpenMarket;
  door!: HttpDoor;

  private constructor(options: DoorOptions) {
    this.server = options.server ?? generateSigner();
    const offer = sampleOffer(this.server.party, options.judge ?? this.server.party);
    const needs: MarketNeeds = {
      ...SMALL_NEEDS,
      store: this.store,
      feed: new MemoryFeed(),
      clock: { nowMs: () => this.nowMs },
      signer: this.server,
      verify: ed25519Verify,
      judge: { opine: async () => this.#opinion() },
      rails: [ledgerRail(this.store.ledger)],
      reviewTerms: offeredTerms(offer),
      offer,
      limits: { openContracts: 50, seats: 50 },
      grants: {
        starting: (asset) => (asset === XNO.code ? units("100") : 0n),
        faucet: (asset) => (asset === XNO.code ? units("5") : 0n),
        faucetEveryMs: 60_000,
      },
    };
    this.needs = options.needs?.(needs) ?? needs;
  }

  static async open(options: DoorOptions = {}): Promise<DoorUnderTest> {
    const under = new DoorUnderTest(options);
    under.market = await OpenMarket.open(under.needs);
    under.door = under.newDoor(options);
    return under;
  }

  newDoor({ limits, startHoldTimer, wallMs, ...options }: DoorOptions = {}): HttpDoor {
    const { trustedProxies, allowedOrigins, isLocal } = { ...DEFAULT_SETTINGS, ...options };
    return new HttpDoor({
      market: this.market,
      settings: {
        ...DEFAULT_SETTINGS,
        trustedProxies,
        allowedOrigins,
        isLocal,
        limits: { ...DEFAULT_SETTINGS.limits, ...limits },
      },
      verify: ed25519Verify,
      log: (fields) => this.lines.push(fields),
      isReady: async () => true,
      onFault: (fault) => this.faults.push(fault),
      ...(startHoldTimer === undefined ? {} : { startHoldTimer }),
      ...(wallMs === undefined ? {} : { wallMs }),
    });
  }

  /** A request without a socket. */
  ask(path: string, init?: RequestInit): Promise<Response> {
    return this.door.fetch(new Request(`http://door${path}`, init));
  }

  /** As after a restart: only the store is kept. */
  async restart(): Promise<void> {
    await this.door.close();
    this.market[Symbol.dispose]();
    this.market = await OpenMarket.open(this.needs);
    this.door = this.newDoor();
  }

  /** One round of the server's loops. */
  async turn(): Promise<void> {
    await runTasks(this.needs);
    await fireDeadlines(this.needs);
  }

  async wait(ms: number): Promise<void> {
    this.nowMs += ms;
    await this.turn();
  }

  /** The court says nothing until the function that this gives is called, or the test ends. */
  silenceCourt(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#courtIsReady = promise;
    this.#wakeCourt = resolve;
    return resolve;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#wakeCourt();
    await this.door.close();
    this.market[Symbol.dispose]();
  }

  async #opinion(): Promise<Opinion> {
    await this.#courtIsReady;
    return { answer: this.verdict, reasoning: `scripted ${this.verdict}`, details: { flags: [] } };
  }
}

/** A contract document, with changes. */
export function document(under: DoorUnderTest, changes: JsonObject = {}): JsonObject {
  return {
    version: 2n,
    protocol: "fix",
    task: { type: "fix_command", command: "gcc foo.c", error: "undefined reference — café" },
    environment: { os: "Linux", arch: "x86_64", package_managers: ["apt", "pip3"], x_run: 1n },
    capabilities: { sudo: { available: false }, network: { available: true } },
    verification: [{ method: "exit_code", expected: 0n }],
    execution: execution({}),
    escrow: { bounty: "0.50", currency: "XNO", chain: "nano" },
    terms: { cancellation: { grace_period: 30n } },
    judge: { pubkey: under.server.party, fee: "0.17" },
    ...changes,
  };
}

export function execution(changes: JsonObject): JsonObject {
  return {
    sandbox: true,
    root: null,
    mode: "supervised",
    max_attempts: 2n,
    investigation_rounds: 5n,
    investigation_rate: 0n,
    timeout: 300n,
    review_window: 60n,
    ...changes,
  };
}
