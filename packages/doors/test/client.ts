/**
 * Three generations of fix/2 clients. The newest signs as `connect` does.
 */
import {
  type ChainHead,
  entryJson,
  fillTerms,
  type JsonObject,
  type Signer,
  sha256Hex,
  signEntry,
  signedText,
} from "@bazaar/kernel";
import { signatureHeaders } from "@bazaar/testkit";
import { signRequest } from "../src/http/connect/sign-request.ts";
import { postEntry, postRequest } from "../src/http/connect/submit-post.ts";
import { wireText } from "../src/http/wire-text.ts";
import { assertDescribed } from "./described.ts";
import type { DoorUnderTest } from "./door-under-test.ts";

export const GENERATIONS = ["dated entries", "undated entries", "requests only"] as const;
export type Generation = (typeof GENERATIONS)[number];

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly json: any;
}

export interface Prepared {
  readonly path: string;
  readonly init: { method: string; headers: Record<string, string>; body: string };
}

export class Client {
  readonly under: DoorUnderTest;
  readonly signer: Signer;
  readonly generation: Generation;

  constructor(under: DoorUnderTest, signer: Signer, generation: Generation = "requests only") {
    this.under = under;
    this.signer = signer;
    this.generation = generation;
  }

  /** A signed request, which can be sent several times. */
  sign(path: string, body: JsonObject | string, method = "POST"): Prepared {
    const text = typeof body === "string" ? body : wireText(body);
    const headers = this.#headers({ method, path, body: text });
    return { path, init: { method, headers, body: text } };
  }

  #headers(request: { method: string; path: string; body: string }): Record<string, string> {
    const { signer, under } = this;
    if (this.generation === "dated entries") return signRequest(signer, request, under.nowMs);
    const timestampSeconds = Math.floor(under.nowMs / 1_000);
    const signed = signatureHeaders(signer, { ...request, timestampSeconds }, "lines");
    return { "Content-Type": "application/json", ...signed };
  }

  async send({ path, init }: Prepared, headers: Record<string, string> = {}): Promise<Reply> {
    const { method, body } = init;
    const response = await this.under.ask(path, {
      method,
      headers: { ...init.headers, ...headers },
      ...(method === "GET" ? {} : { body }),
    });
    const json = JSON.parse(await response.text());
    if (response.status === 200) assertDescribed(method, path, json);
    return { status: response.status, headers: response.headers, json };
  }

  async get(path: string): Promise<Reply> {
    return this.send(this.sign(path, "", "GET"));
  }

  /** The chain entry of an act as this generation signs it; null if it signs none. */
  async entry(id: string, type: string, data: JsonObject): Promise<JsonObject | null> {
    if (this.generation === "requests only") return null;
    const { json } = await this.get(`/contracts/${id}/chain_head`);
    return this.entryOn({ head: json.chain_head, seq: json.seq }, type, data);
  }

  entryOn(chain: ChainHead, type: string, data: JsonObject): JsonObject {
    const entry = signEntry(this.signer, chain, { type, data }, this.under.nowMs);
    if (this.generation === "dated entries") return entryJson(entry);
    return entryJson({ ...entry, signature: this.signer.sign(signedText(entry, "undated")) });
  }

  /** A request for one act: the fields of the body, and the data of its entry. */
  async prepare(
    id: string,
    word: string,
    body: JsonObject,
    act: { readonly type: string; readonly data: JsonObject },
  ): Promise<Prepared> {
    const entry = await this.entry(id, act.type, act.data);
    const whole = entry === null ? body : { ...body, chain_entry: entry };
    return this.sign(`/contracts/${id}/${word}`, whole);
  }

  post(document: JsonObject): Prepared {
    const principal = this.signer.party;
    const body: JsonObject = { contract: document, principal_pubkey: principal };
    if (this.generation !== "dated entries") return this.sign("/contracts", body);
    const nonce = sha256Hex(`${Math.random()}`);
    const terms = fillTerms("fix/2", document, { principal, nonce }, this.under.market.offer);
    if (!terms.ok) throw new Error(JSON.stringify(terms.refusal));
    const entry = postEntry(this.signer, terms.value, this.under.nowMs);
    const post = postRequest(terms.value, entry);
    return this.sign(post.path, post.body);
  }
}
