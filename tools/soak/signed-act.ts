/**
 * Acts signed before they are sent. Every entry of a party is its own, so its hash is known at
 * once and whole lives can be signed in advance; only the request around an entry grows stale.
 */
import {
  type ChainHead,
  chainJson,
  contractAlias,
  contractId,
  EMPTY_CHAIN,
  entryHash,
  entryJson,
  fillTerms,
  type JsonObject,
  type Party,
  publicKeyHex,
  type Signer,
  signEntry,
  signedRequestTexts,
  type Terms,
  termsJson,
} from "@bazaar/kernel";
import { sampleOffer } from "@bazaar/testkit";
import type { Prepared } from "./exchange.ts";

/** An act whose body is final. Where its author signed an entry, that has its place and hash. */
export interface SignedAct {
  readonly word: string;
  readonly author: Signer;
  /** Its short name; empty for a post whose id only the server can tell. */
  readonly contract: string;
  readonly path: string;
  readonly body: string;
  readonly entry: { readonly seq: number; readonly hash: string } | null;
}

/** What one act says: its word in the path and, where that differs, its name in the chain. */
export interface Saying {
  readonly word: string;
  readonly type?: string;
  readonly data?: JsonObject;
  /** What the body says beyond the entry. */
  readonly also?: JsonObject;
}

const KEY_FIELDS: Readonly<Record<string, string>> = {
  dispute: "pubkey",
  respond: "pubkey",
  appeal: "pubkey",
  verify: "principal_pubkey",
  review: "principal_pubkey",
  cancel: "principal_pubkey",
  halt: "principal_pubkey",
  result: "principal_pubkey",
};

/** What is equal to the last byte and signed in the same second is one act, so nothing is. */
function sampleDocument(judge: Party, reference: string): JsonObject {
  return {
    version: 2n,
    reference,
    task: { command: "make test", error: "make: *** [test] Error 1", type: "build_error" },
    environment: { os: "Linux", arch: "x86_64", package_managers: ["apt"] },
    execution: { mode: "supervised", sandbox: true, investigation_rate: 0n },
    escrow: { bounty: "0.5", currency: "XNO", chain: "nano" },
    judge: { pubkey: judge, fee: "0.17" },
    verification: [{ method: "exit_code", expected: 0n }],
  };
}

/** One contract as its parties sign it, each act on top of the last. */
export class SignedChain {
  readonly alias: string;
  readonly #principal: Signer;
  readonly #terms: Terms;
  #chain: ChainHead = EMPTY_CHAIN;

  constructor(principal: Signer, platform: Party, nonce: string) {
    const author = { principal: principal.party, nonce };
    const terms = fillTerms(sampleDocument(platform, nonce), author, sampleOffer(platform));
    if (!terms.ok) throw new Error(`the document is refused: ${JSON.stringify(terms.refusal)}`);
    this.#principal = principal;
    this.#terms = terms.value;
    this.alias = contractAlias(contractId(terms.value));
  }

  post(): SignedAct {
    const { document } = this.#terms;
    const act = { type: "post", data: { terms: termsJson(this.#terms) } };
    const body = { contract: document, principal_pubkey: this.#principal.party };
    return this.#sign(this.#principal, "post", "/contracts", act, body);
  }

  act(author: Signer, { word, type = word, data = {}, also = {} }: Saying): SignedAct {
    const body = { ...data, ...also, [KEY_FIELDS[word] ?? "agent_pubkey"]: author.party };
    const path = `/contracts/${this.alias}/${word}`;
    return this.#sign(author, word, path, { type, data }, body);
  }

  /** Goes on from where the chain is: somebody else has written to it. */
  resume(chain: ChainHead): void {
    this.#chain = chain;
  }

  #sign(
    author: Signer,
    word: string,
    path: string,
    act: { readonly type: string; readonly data: JsonObject },
    body: JsonObject,
  ): SignedAct {
    const entry = signEntry(author, this.#chain, act, Date.now());
    const hash = entryHash(entry);
    const { seq } = entry;
    this.#chain = { head: hash, seq: seq + 1 };
    const text = chainJson({ ...body, chain_entry: entryJson(entry) });
    return { word, author, contract: this.alias, path, body: text, entry: { seq, hash } };
  }
}

/** The same act from a client that signs no entries: its signed request is all there is. */
export function requestedAct(
  author: Signer,
  contract: string,
  { word, data = {}, also = {} }: Saying,
): SignedAct {
  const key = KEY_FIELDS[word] ?? "agent_pubkey";
  const body = chainJson({ ...data, ...also, [key]: author.party });
  return { word, author, contract, path: `/contracts/${contract}/${word}`, body, entry: null };
}

export function requestedPost(principal: Signer, platform: Party, reference: string): SignedAct {
  const document = sampleDocument(platform, reference);
  const body = chainJson({ contract: document, principal_pubkey: principal.party });
  return { word: "post", author: principal, contract: "", path: "/contracts", body, entry: null };
}

/** The request around an act, signed now: it is fresh for a minute. */
export function signRequest({ author, path, body }: SignedAct, idempotencyKey?: string): Prepared {
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const [text] = signedRequestTexts({ method: "POST", path, body, timestampSeconds });
  return {
    path,
    body,
    headers: {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "x-fix-timestamp": timestampSeconds,
      "x-fix-pubkey": publicKeyHex(author.party) ?? "",
      "x-fix-signature": author.sign(text),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    },
  };
}

/** From post to a verified fix: five acts, of which nobody has to wait for another's answer. */
export function wholeLife(
  principal: Signer,
  agent: Signer,
  platform: Party,
  nonce: string,
): readonly SignedAct[] {
  const chain = new SignedChain(principal, platform, nonce);
  return [
    chain.post(),
    ...WORK.map((saying) => chain.act(agent, saying)),
    chain.act(principal, PASSED),
  ];
}

export const FIX: Saying = {
  word: "fix",
  data: { fix: "sed -i s/tset/test/ Makefile", explanation: "a misspelled target" },
};
export const PASSED: Saying = {
  word: "verify",
  data: { success: true, evidence: { exit_code: 0n } },
};
const WORK: readonly Saying[] = [{ word: "bond" }, { word: "accept" }, FIX];
