/**
 * The client's side of fix/2: what principals, agents and tools use to reach a market.
 *
 * It signs what it sends with entries of its own, verifies what it reads, and repeats what was not
 * answered without a second effect. A market in the same process is reached through `fetch`,
 * without a port.
 */
import { randomUUID } from "node:crypto";
import type { Json, JsonObject, Offer, Party, Signer, Verify } from "@bazaar/kernel";
import { wireText } from "../wire-text.ts";
import type { ActName } from "./act-words.ts";
import { askUntilAnswered } from "./ask-until-answered.ts";
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
import { type Acted, type Desk, type Posted, send, submitAct, submitPost } from "./submit.ts";

export interface ConnectNeeds {
  /** Scheme, host and port of the market. */
  readonly url: string;
  readonly signer: Signer;
  readonly verify: Verify;
  readonly clock?: Clock;
  readonly fetch?: Fetch;
  /** After how long without any answer to give up; otherwise it is tried for longer. */
  readonly patienceMs?: number;
}

/** A page of long documents, or a transcript of long outputs. */
const LONG_BYTES = 32 * 2 ** 20;
const FAUCET_MS = 30_000;

export function connect(needs: ConnectNeeds): Connection {
  return new Connection(needs);
}

export class Connection {
  readonly signer: Signer;
  readonly clock: Clock;
  readonly #exchange: Exchange;
  readonly #desk: Desk;
  readonly #verify: Verify;

  constructor(needs: ConnectNeeds) {
    const { url, signer, verify, clock = SYSTEM_CLOCK, fetch: given = fetch } = needs;
    this.signer = signer;
    this.clock = clock;
    this.#verify = verify;
    this.#exchange = new Exchange(originOf(url), clock, given, needs.patienceMs);
    this.#desk = {
      exchange: this.#exchange,
      signer,
      reload: (name, signal) => this.contract(name, signal),
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

  /** What a contract has paid out so far, and to whom, as the market says. */
  async payouts(name: string): Promise<Answered<readonly Payout[]>> {
    return mapped(await this.#get(`/contracts/${encodeURIComponent(name)}/escrow`), readPayouts);
  }

  /** What a key has free on this market's ledger, by asset; one's own unless told otherwise. */
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

  /** Some test money, where the market gives it away; answers how much. */
  async faucet(asset: string): Promise<Answered<string>> {
    const body = wireText({ asset, pubkey: this.party });
    const post = { path: "/faucet", body };
    return mapped(await send(this.#desk, post, randomUUID(), FAUCET_MS), readFaucet);
  }

  /** Posts a contract with complete terms, filled in from what the market offers. */
  async post(
    document: JsonObject,
    options: { readonly offer?: Offer; readonly signal?: AbortSignal } = {},
  ): Promise<Answered<Posted>> {
    const { signal } = options;
    if (options.offer !== undefined) {
      return submitPost(this.#desk, document, options.offer, signal);
    }
    const info = await this.platformInfo(signal);
    return info.ok ? submitPost(this.#desk, document, info.value.offer, signal) : info;
  }

  /**
   * Does something on a contract, on the strength of what was `seen` of it. When the chain has
   * grown since, it is signed again where it still means the same; else it is refused as
   * `stale_head` and whoever acts must look again.
   */
  act(
    seen: Contract,
    act: ActName,
    data: JsonObject = {},
    signal?: AbortSignal,
  ): Promise<Answered<Acted>> {
    return submitAct(this.#desk, seen, act, data, signal);
  }

  events(filter: EventFilter, signal: AbortSignal): AsyncGenerator<MarketEvent, void, undefined> {
    return events(this.#exchange, filter, signal);
  }

  /** Entries of one contract as they come: from `known` on, or all of them. */
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
    return askUntilAnswered(this.#exchange, () => ask, signal);
  }
}

function mapped<T>(answer: Answered<Json>, read: (json: Json) => T): Answered<T> {
  return answer.ok ? { ok: true, value: read(answer.value) } : answer;
}
