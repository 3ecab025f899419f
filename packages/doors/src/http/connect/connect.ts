/**
 * A connection over fix/2. A market in the same process is reached through `fetch`, without a port.
 */
import { randomUUID } from "node:crypto";
import type { Json, JsonObject, Party, SignedReceipt, Signer, Verify } from "@bazaar/kernel";
import { type Clock, SYSTEM_CLOCK } from "../../connection/clock.ts";
import type {
  Acted,
  ActName,
  Connection,
  Followed,
  Posted,
  PostOptions,
} from "../../connection/connection.ts";
import { type Contract, readContract } from "../../connection/contract.ts";
import type {
  EventFilter,
  JobFilter,
  JobPage,
  KeyOwner,
  ListFilter,
  ListPage,
  MarketEvent,
  Payout,
  PlatformInfo,
  Reputation,
  Statement,
} from "../../connection/market-reads.ts";
import type { Answered } from "../../connection/market-refusal.ts";
import { wireText } from "../wire-text.ts";
import { downloadArtifact, uploadArtifact } from "./artifacts.ts";
import { events } from "./events.ts";
import { Exchange, type Fetch, type OnOutcome } from "./exchange.ts";
import { follow } from "./follow.ts";
import { jobQuery, readJobs } from "./jobs.ts";
import { originOf } from "./market-url.ts";
import { bindingBody, readOwner } from "./owner.ts";
import {
  queryOf,
  readBalances,
  readFaucet,
  readList,
  readPayouts,
  readPlatformInfo,
  readReceipts,
  readReputation,
  readServerKey,
  readStatement,
} from "./reads.ts";
import { requestWithRetry } from "./request-with-retry.ts";
import { type OnSend, type Sender, send, submitAct } from "./submit.ts";
import { submitPost } from "./submit-post.ts";

export interface ConnectNeeds {
  /** Scheme, host and port of the market. */
  readonly url: string;
  readonly signer: Signer;
  readonly verify: Verify;
  readonly clock?: Clock;
  readonly fetch?: Fetch;
  /** Give up after this long without an answer; the default is longer. */
  readonly patienceMs?: number;
  readonly onOutcome?: OnOutcome;
  /** Called with the content of every post and act before it is first sent. */
  readonly onSend?: OnSend;
}

const LONG_BYTES = 32 * 2 ** 20;
const FAUCET_MS = 30_000;

export function connect(needs: ConnectNeeds): Connection {
  return new HttpConnection(needs);
}

class HttpConnection implements Connection {
  readonly signer: Signer;
  readonly clock: Clock;
  readonly #exchange: Exchange;
  readonly #sender: Sender;
  readonly #verify: Verify;

  constructor(needs: ConnectNeeds) {
    const { url, signer, verify, clock = SYSTEM_CLOCK, fetch: given = fetch } = needs;
    const { patienceMs, onOutcome } = needs;
    this.signer = signer;
    this.clock = clock;
    this.#verify = verify;
    this.#exchange = new Exchange(originOf(url), { clock, fetch: given, patienceMs, onOutcome });
    this.#sender = {
      exchange: this.#exchange,
      signer,
      reload: (from, signal) => this.contract(from, signal),
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

  async contract(from: Contract | string, signal?: AbortSignal): Promise<Answered<Contract>> {
    const path = `/contracts/${encodeURIComponent(nameOf(from))}/transcript`;
    const answer = await this.#get(path, signal);
    if (!answer.ok) return answer;
    const needs = { verify: this.#verify, clock: this.clock };
    return { ok: true, value: await readContract(answer.value, from, needs) };
  }

  async list(filter: ListFilter = {}, signal?: AbortSignal): Promise<Answered<ListPage>> {
    return mapped(await this.#get(`/contracts${queryOf(filter)}`, signal), readList);
  }

  async payouts(name: string): Promise<Answered<readonly Payout[]>> {
    return mapped(await this.#get(`/contracts/${encodeURIComponent(name)}/escrow`), readPayouts);
  }

  async receipts(name: string): Promise<Answered<readonly SignedReceipt[]>> {
    return mapped(await this.#get(`/contracts/${encodeURIComponent(name)}/receipt`), readReceipts);
  }

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

  async bind(other: Signer): Promise<Answered<KeyOwner>> {
    const body = bindingBody(this.signer, other, this.clock.nowMs());
    const headers = { "Content-Type": "application/json" };
    const ask = { method: "POST" as const, path: "/bindings", headers, body };
    return this.#readOwner(await requestWithRetry(this.#exchange, () => ask), this.party);
  }

  async owner(party: Party = this.party): Promise<Answered<KeyOwner>> {
    return this.#readOwner(await this.#get(`/owners/${party}`), party);
  }

  async faucet(asset: string): Promise<Answered<string>> {
    // The market takes it only if it is named: elsewhere the same request would count too.
    const platform = await this.serverKey();
    if (!platform.ok) return platform;
    const body = wireText({ asset, pubkey: this.party, platform: platform.value });
    const post = { path: "/faucet", body };
    return mapped(await send(this.#sender, post, randomUUID(), FAUCET_MS), readFaucet);
  }

  async post(document: JsonObject, options: PostOptions = {}): Promise<Answered<Posted>> {
    const { offer } = options;
    if (offer !== undefined) return submitPost(this.#sender, document, { ...options, offer });
    const info = await this.platformInfo(options.signal);
    if (!info.ok) return info;
    return submitPost(this.#sender, document, { ...options, offer: info.value.offer });
  }

  act(
    seen: Contract,
    act: ActName,
    data: JsonObject = {},
    signal?: AbortSignal,
  ): Promise<Answered<Acted>> {
    return submitAct(this.#sender, seen, act, data, signal);
  }

  async jobs(filter: JobFilter = {}, signal?: AbortSignal): Promise<Answered<JobPage>> {
    return mapped(await this.#get(`/jobs${jobQuery(filter)}`, signal), readJobs);
  }

  async keepArtifact(bytes: Uint8Array, signal?: AbortSignal): Promise<Answered<string>> {
    const platform = await this.serverKey(signal);
    if (!platform.ok) return platform;
    return uploadArtifact(this.#exchange, this.signer, platform.value, bytes, signal);
  }

  artifact(hash: string, maxBytes: number, signal?: AbortSignal): Promise<Answered<Uint8Array>> {
    return downloadArtifact(this.#exchange, hash, maxBytes, signal);
  }

  jobEvents(
    filter: Pick<JobFilter, "provider" | "schemaId">,
    signal: AbortSignal,
  ): AsyncGenerator<MarketEvent, void, undefined> {
    return events(this.#exchange, `/jobs/stream${jobQuery(filter)}`, signal);
  }

  events(filter: EventFilter, signal: AbortSignal): AsyncGenerator<MarketEvent, void, undefined> {
    return events(this.#exchange, `/contracts/stream${queryOf(filter)}`, signal);
  }

  follow(from: Contract | string, signal: AbortSignal): AsyncGenerator<Followed, void, undefined> {
    const path = `/contracts/${encodeURIComponent(nameOf(from))}/chain_head`;
    const needs = {
      clock: this.clock,
      head: (query: string, timeoutMs: number, until: AbortSignal) =>
        this.#get(`${path}${query}`, until, timeoutMs),
      reload: (known: Contract | null, until: AbortSignal) => this.contract(known ?? from, until),
    };
    return follow(needs, typeof from === "string" ? null : from, signal);
  }

  #readOwner(answer: Answered<Json>, party: Party): Answered<KeyOwner> {
    return mapped(answer, (json) => readOwner(json, party, this.#verify));
  }

  #get(path: string, signal?: AbortSignal, timeoutMs?: number): Promise<Answered<Json>> {
    const time = timeoutMs === undefined ? {} : { timeoutMs };
    const ask = { method: "GET" as const, path, maxBytes: LONG_BYTES, ...time };
    return requestWithRetry(this.#exchange, () => ask, signal);
  }
}

function nameOf(contract: Contract | string): string {
  return typeof contract === "string" ? contract : contract.id;
}

function mapped<T>(answer: Answered<Json>, read: (json: Json) => T): Answered<T> {
  return answer.ok ? { ok: true, value: read(answer.value) } : answer;
}
