/**
 * The fix/2 client that principals, agents and tools use.
 *
 * It signs its acts as chain entries, verifies the transcripts it reads, and retries without a second
 * effect. A market in the same process is reached through `fetch`, without a port.
 */
import { randomUUID } from "node:crypto";
import type { Json, JsonObject, Offer, Party, Signer, Verify } from "@bazaar/kernel";
import { wireText } from "../wire-text.ts";
import type { ActName } from "./act-words.ts";
import { type Clock, SYSTEM_CLOCK } from "./clock.ts";
import { type Contract, readContract } from "./contract.ts";
import { type EventFilter, events, type MarketEvent } from "./events.ts";
import { Exchange, type Fetch } from "./exchange.ts";
import { type Followed, follow } from "./follow.ts";
import type { Answered } from "./market-refusal.ts";
import { originOf } from "./market-url.ts";
import {
  type ListFilter,
  type ListPage,
  type Payout,
  type PlatformInfo,
  queryOf,
  type Reputation,
  readBalances,
  readFaucet,
  readList,
  readPayouts,
  readPlatformInfo,
  readReputation,
  readServerKey,
  readStatement,
  type Statement,
} from "./reads.ts";
import { requestWithRetry } from "./request-with-retry.ts";
import {
  type Acted,
  type OnSend,
  type Posted,
  type Sender,
  send,
  submitAct,
  submitPost,
} from "./submit.ts";

export interface ConnectNeeds {
  /** Scheme, host and port of the market. */
  readonly url: string;
  readonly signer: Signer;
  readonly verify: Verify;
  readonly clock?: Clock;
  readonly fetch?: Fetch;
  /** Give up after this long without an answer; the default is longer. */
  readonly patienceMs?: number;
  /** Called with the content of every post and act before it is first sent. */
  readonly onSend?: OnSend;
}

const LONG_BYTES = 32 * 2 ** 20;
const FAUCET_MS = 30_000;

export function connect(needs: ConnectNeeds): Connection {
  return new Connection(needs);
}

export class Connection {
  readonly signer: Signer;
  readonly clock: Clock;
  readonly #exchange: Exchange;
  readonly #sender: Sender;
  readonly #verify: Verify;

  constructor(needs: ConnectNeeds) {
    const { url, signer, verify, clock = SYSTEM_CLOCK, fetch: given = fetch } = needs;
    this.signer = signer;
    this.clock = clock;
    this.#verify = verify;
    this.#exchange = new Exchange(originOf(url), clock, given, needs.patienceMs);
    this.#sender = {
      exchange: this.#exchange,
      signer,
      reload: (name, signal) => this.contract(name, signal),
      onSend: needs.onSend ?? (() => undefined),
    };
  }

  get party(): Party {
    return this.signer.party;
  }

  async platformInfo(signal?: AbortSignal): Promise<Answered<PlatformInfo>> {
    return mapped(await this.#get("/platform_info", signal), readPlatformInfo);
  }

  async serverKey(signal?: AbortSignal): Promise<Answered<Party>> {
    return mapped(await this.#get("/server_pubkey", signal), readServerKey);
  }

  /** One contract by its id or alias, with its transcript verified. */
  async contract(name: string, signal?: AbortSignal): Promise<Answered<Contract>> {
    const answer = await this.#get(`/contracts/${encodeURIComponent(name)}/transcript`, signal);
    return mapped(answer, (json) => readContract(json, name, this.#verify));
  }

  async list(filter: ListFilter = {}, signal?: AbortSignal): Promise<Answered<ListPage>> {
    return mapped(await this.#get(`/contracts${queryOf(filter)}`, signal), readList);
  }

  /** The payouts of a contract so far, not verified. */
  async payouts(name: string): Promise<Answered<readonly Payout[]>> {
    return mapped(await this.#get(`/contracts/${encodeURIComponent(name)}/escrow`), readPayouts);
  }

  /** A key's available balances on the market's ledger, by asset; its own by default. */
  async balances(party: Party = this.party): Promise<Answered<ReadonlyMap<string, string>>> {
    return mapped(await this.#get(`/accounts/${party}`), readBalances);
  }

  async statement(before: number | null = null): Promise<Answered<Statement>> {
    const query = before === null ? "" : `?before=${before}`;
    return mapped(await this.#get(`/accounts/${this.party}/statement${query}`), readStatement);
  }

  async reputation(party: Party): Promise<Answered<Reputation>> {
    return mapped(await this.#get(`/reputation/${party}`), readReputation);
  }

  /** Gets test money, if the market has a faucet; returns the amount. */
  async faucet(asset: string): Promise<Answered<string>> {
    // The market takes it only if it is named: elsewhere the same request would count too.
    const platform = await this.serverKey();
    if (!platform.ok) return platform;
    const body = wireText({ asset, pubkey: this.party, platform: platform.value });
    const post = { path: "/faucet", body };
    return mapped(await send(this.#sender, post, randomUUID(), FAUCET_MS), readFaucet);
  }

  /** Posts a contract with complete terms, filled in from the market's offer. */
  async post(
    document: JsonObject,
    options: { readonly offer?: Offer; readonly signal?: AbortSignal } = {},
  ): Promise<Answered<Posted>> {
    const { signal } = options;
    if (options.offer !== undefined) {
      return submitPost(this.#sender, document, options.offer, signal);
    }
    const info = await this.platformInfo(signal);
    return info.ok ? submitPost(this.#sender, document, info.value.offer, signal) : info;
  }

  /**
   * Acts on a contract, decided on what was `seen` of it. If the chain has grown since, the act is
   * signed again if it still means the same; otherwise it is refused as `stale_head`.
   */
  act(
    seen: Contract,
    act: ActName,
    data: JsonObject = {},
    signal?: AbortSignal,
  ): Promise<Answered<Acted>> {
    return submitAct(this.#sender, seen, act, data, signal);
  }

  events(filter: EventFilter, signal: AbortSignal): AsyncGenerator<MarketEvent, void, undefined> {
    return events(this.#exchange, filter, signal);
  }

  /** The entries of one contract as they are recorded: after the given contract, or all. */
  follow(from: Contract | string, signal: AbortSignal): AsyncGenerator<Followed, void, undefined> {
    const name = typeof from === "string" ? from : from.id;
    const path = `/contracts/${encodeURIComponent(name)}/chain_head`;
    const needs = {
      clock: this.clock,
      head: (query: string, timeoutMs: number, until: AbortSignal) =>
        this.#get(`${path}${query}`, until, timeoutMs),
      reload: (until: AbortSignal) => this.contract(name, until),
    };
    return follow(needs, typeof from === "string" ? null : from, signal);
  }

  #get(path: string, signal?: AbortSignal, timeoutMs?: number): Promise<Answered<Json>> {
    const time = timeoutMs === undefined ? {} : { timeoutMs };
    const ask = { method: "GET" as const, path, maxBytes: LONG_BYTES, ...time };
    return requestWithRetry(this.#exchange, () => ask, signal);
  }
}

function mapped<T>(answer: Answered<Json>, read: (json: Json) => T): Answered<T> {
  return answer.ok ? { ok: true, value: read(answer.value) } : answer;
}
