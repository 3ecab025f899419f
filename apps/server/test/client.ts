/**
 * A small client of fix/2 in all its generations. The generation that signs dated entries signs them
 * as `connect` does.
 */
import { postEntry, postRequest, signRequest } from "@bazaar/doors/http/connect";
import {
  chainJson,
  type Entry,
  entryJson,
  fillTerms,
  type JsonObject,
  type Offer,
  type Party,
  type ProfileName,
  type Signer,
  signEntry,
  signedText,
} from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { type RequestForm, signatureHeaders } from "@bazaar/testkit";

/** How a client signs its acts: as seed 000 says, as older clients did, or not at all. */
export type EntryForm = "dated" | "undated" | "none";

export interface Generation {
  readonly entries: EntryForm;
  readonly requests: RequestForm;
}

export const GENERATIONS: readonly Generation[] = [
  { entries: "dated", requests: "seed" },
  { entries: "undated", requests: "lines" },
  { entries: "none", requests: "lines" },
];

export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as they expect them.
  readonly body: any;
}

/** A request that is signed and can be sent again, byte for byte. */
export interface Prepared {
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export class Client {
  readonly signer: Signer;
  readonly generation: Generation;
  url: string;
  /** How far its clock is ahead, like that of a restarted server. */
  aheadMs = 0;

  constructor(url: string, generation: Generation, signer: Signer = generateSigner()) {
    this.url = url;
    this.generation = generation;
    this.signer = signer;
  }

  get party(): Party {
    return this.signer.party;
  }

  #nowMs(): number {
    return Date.now() + this.aheadMs;
  }

  async get(path: string): Promise<Reply> {
    return replyOf(await fetch(`${this.url}${path}`));
  }

  sign(path: string, body: JsonObject | string): Prepared {
    const text = typeof body === "string" ? body : chainJson(body);
    return { path, body: text, headers: this.#headers(path, text) };
  }

  #headers(path: string, body: string): Record<string, string> {
    if (this.generation.requests === "seed") {
      return signRequest(this.signer, { path, body }, this.#nowMs());
    }
    const timestampSeconds = Math.floor(this.#nowMs() / 1_000);
    const request = { method: "POST", path, body, timestampSeconds };
    const signed = signatureHeaders(this.signer, request, this.generation.requests);
    return { "content-type": "application/json", ...signed };
  }

  async send({ path, body, headers }: Prepared): Promise<Reply> {
    return replyOf(await fetch(`${this.url}${path}`, { method: "POST", body, headers }));
  }

  /** A whole contract; with complete terms in an entry where this client signs entries. */
  preparePost(document: JsonObject, offer: Offer, profile: ProfileName = "fix/2"): Prepared {
    const body: JsonObject = { contract: document, principal_pubkey: this.party };
    if (this.generation.entries !== "dated") return this.sign("/contracts", body);
    const nonce = crypto.randomUUID().replaceAll("-", "").repeat(2);
    const terms = fillTerms(profile, document, { principal: this.party, nonce }, offer);
    if (!terms.ok) throw new Error(JSON.stringify(terms.refusal));
    const post = postRequest(terms.value, postEntry(this.signer, terms.value, this.#nowMs()));
    return this.sign(post.path, post.body);
  }

  /** One act at the head of the chain. */
  async prepare(id: string, word: string, act: Act): Promise<Prepared> {
    const path = `/contracts/${id}/${word}`;
    const body: JsonObject = { ...act.data, ...act.body, [act.key]: this.party };
    if (this.generation.entries === "none") return this.sign(path, body);
    const { body: chain } = await this.get(`/contracts/${id}/chain_head`);
    const head = { head: chain.chain_head, seq: chain.seq };
    const data = act.signed ?? act.data;
    const dated = signEntry(this.signer, head, { type: act.type ?? word, data }, this.#nowMs());
    const entry = this.generation.entries === "dated" ? dated : this.#undated(dated);
    return this.sign(path, { ...body, chain_entry: entryJson(entry) });
  }

  async act(id: string, word: string, act: Act): Promise<Reply> {
    return this.send(await this.prepare(id, word, act));
  }

  #undated(entry: Entry): Entry {
    return { ...entry, signature: this.signer.sign(signedText(entry, "undated")) };
  }
}

export interface Act {
  readonly key: "agent_pubkey" | "principal_pubkey" | "pubkey";
  readonly data: JsonObject;
  /** What the body says beyond the act. */
  readonly body?: JsonObject;
  /** What an entry says, where that differs from the body. */
  readonly signed?: JsonObject;
  /** The act's own name, where the path has another word for it. */
  readonly type?: string;
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}
