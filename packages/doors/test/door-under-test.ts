/** The whole door over a real market in memory, with real keys and a clock that tests move. */
import { BTC, type JsonObject, type Party, type Signer, XNO } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { nativeVerify } from "@bazaar/keys/native-verify";
import {
  fireDeadlines,
  issueReceipts,
  type MarketNeeds,
  OpenMarket,
  offeredTerms,
  payLegs,
  runTasks,
} from "@bazaar/market";
import type { Opinion } from "@bazaar/market/ports";
import { ledgerRail } from "@bazaar/rails/ledger";
import { MemoryFeed, MemoryStore } from "@bazaar/store/memory";
import { SMALL_NEEDS, START_MS, sampleOffer, units } from "@bazaar/testkit";
import { DEFAULT_SETTINGS, HttpDoor } from "../src/http/index.ts";
import type { StartHoldTimer } from "../src/listen/held-requests.ts";
import {
  Admission,
  DEFAULT_LISTEN_SETTINGS,
  type Limits,
  Listener,
  type ListenSettings,
} from "../src/listen/index.ts";

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

const STARTING: ReadonlyMap<string, bigint> = new Map([
  [XNO.code, units("100")],
  [BTC.code, 10n ** 9n],
]);

export class DoorUnderTest implements AsyncDisposable {
  nowMs = START_MS;
  verdict: Opinion["answer"] = "fulfilled";
  #courtIsReady: Promise<void> = Promise.resolve();
  #wakeCourt: () => void = () => undefined;
  #url: string | null = null;
  readonly server: Signer;
  readonly store = new MemoryStore();
  readonly lines: Readonly<Record<string, unknown>>[] = [];
  readonly faults: unknown[] = [];
  readonly needs: MarketNeeds;
  market!: OpenMarket;
  door!: HttpDoor;
  listener!: Listener;

  private constructor(options: DoorOptions) {
    this.server = options.server ?? generateSigner();
    const offer = sampleOffer(this.server.party, options.judge ?? this.server.party);
    const needs: MarketNeeds = {
      ...SMALL_NEEDS,
      store: this.store,
      feed: new MemoryFeed(),
      clock: { nowMs: () => this.nowMs },
      signer: this.server,
      verify: nativeVerify,
      judge: { opine: async () => this.#opinion() },
      rails: [ledgerRail(this.store.ledger)],
      reviewTerms: offeredTerms(offer),
      offer,
      limits: { openContracts: 50, seats: 50 },
      grants: {
        starting: (asset) => STARTING.get(asset) ?? 0n,
        faucet: (asset) => (asset === XNO.code ? units("5") : 0n),
        faucetEveryMs: 60_000,
      },
    };
    this.needs = options.needs?.(needs) ?? needs;
  }

  static async open(options: DoorOptions = {}): Promise<DoorUnderTest> {
    const under = new DoorUnderTest(options);
    under.market = await OpenMarket.open(under.needs);
    under.openDoor(options);
    return under;
  }

  /** Opens a door in place of the one before. */
  openDoor({ limits: changes, startHoldTimer, wallMs, ...options }: DoorOptions = {}): void {
    const { trustedProxies, allowedOrigins, isLocal } = { ...DEFAULT_LISTEN_SETTINGS, ...options };
    const limits = { ...DEFAULT_LISTEN_SETTINGS.limits, ...changes };
    const settings: ListenSettings = { limits, trustedProxies, allowedOrigins, isLocal };
    const admission = new Admission(settings);
    const rails = this.needs.rails.map(({ name }) => name);
    const onFault = (fault: unknown): void => {
      this.faults.push(fault);
    };
    this.door = new HttpDoor({
      market: this.market,
      admission,
      settings: { limits, notices: { ...DEFAULT_SETTINGS.notices, rails } },
      verify: nativeVerify,
      isReady: async () => true,
      onFault,
      ...(startHoldTimer === undefined ? {} : { startHoldTimer }),
      ...(wallMs === undefined ? {} : { wallMs }),
    });
    const log = (fields: Readonly<Record<string, unknown>>): void => {
      this.lines.push(fields);
    };
    this.listener = new Listener({ admission, doors: [this.door], log, onFault });
  }

  /** From now on `ask` uses a socket, so that its address is counted. */
  async listen(): Promise<void> {
    const { port } = await this.listener.listen(0, "127.0.0.1");
    this.#url = `http://127.0.0.1:${port}`;
  }

  /** A request without a socket, unless the door listens. */
  ask(path: string, init?: RequestInit): Promise<Response> {
    if (this.#url !== null) return fetch(`${this.#url}${path}`, init);
    return this.listener.fetch(new Request(`http://door${path}`, init));
  }

  /** As after a restart: only the store is kept. */
  async restart(): Promise<void> {
    await this.listener.close();
    this.market[Symbol.dispose]();
    this.market = await OpenMarket.open(this.needs);
    this.openDoor();
  }

  /** One round of the server's loops. */
  async turn(): Promise<void> {
    await runTasks(this.needs);
    await fireDeadlines(this.needs);
  }

  /** The same, payouts and receipts included. */
  async turnAndPay(): Promise<void> {
    await this.turn();
    for (let afterNo = 0; ; ) {
      afterNo = await payLegs(this.needs, afterNo);
      if (afterNo === 0) break;
    }
    while (await issueReceipts(this.needs));
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
    await this.listener.close();
    this.market[Symbol.dispose]();
  }

  async #opinion(): Promise<Opinion> {
    await this.#courtIsReady;
    return { answer: this.verdict, reasoning: `scripted ${this.verdict}`, details: { flags: [] } };
  }
}

interface Market {
  readonly server: Pick<Signer, "party">;
}

/** A contract document, with changes. */
export function document(under: Market, changes: JsonObject = {}): JsonObject {
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
