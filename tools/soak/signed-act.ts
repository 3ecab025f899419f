/**
 * Acts signed before they are sent. Every entry of a party is its own, so its hash is known at
 * once and whole lives can be signed in advance; only the request around an entry grows stale.
 */
import {
  ACT_WORDS,
  type ActName,
  actRequest,
  postEntry,
  postRequest,
  signRequest as signatureOf,
} from "@bazaar/doors/http/connect";
import {
  type ChainHead,
  chainJson,
  contractAlias,
  contractId,
  EMPTY_CHAIN,
  type Entry,
  entryHash,
  fillTerms,
  type JsonObject,
  type Party,
  type Signer,
  signEntry,
  type Terms,
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

/** What one act says. */
export interface Saying {
  readonly act: ActName;
  readonly data?: JsonObject;
}

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
    const entry = postEntry(this.#principal, this.#terms, Date.now());
    return this.#taken(this.#principal, "post", postRequest(this.#terms, entry), entry);
  }

  act(author: Signer, { act, data = {} }: Saying): SignedAct {
    const entry = signEntry(author, this.#chain, { type: act, data }, Date.now());
    const request = actRequest(author, this.alias, act, { data, entry });
    return this.#taken(author, act, request, entry);
  }

  /** Goes on from where the chain is: somebody else has written to it. */
  resume(chain: ChainHead): void {
    this.#chain = chain;
  }

  #taken(
    author: Signer,
    word: string,
    request: { readonly path: string; readonly body: string },
    entry: Entry,
  ): SignedAct {
    const hash = entryHash(entry);
    const { seq } = entry;
    this.#chain = { head: hash, seq: seq + 1 };
    return { word, author, contract: this.alias, ...request, entry: { seq, hash } };
  }
}

/** The same act from a client that signs no entries: its signed request is all there is. */
export function requestedAct(author: Signer, contract: string, saying: Saying): SignedAct {
  const { act, data = {} } = saying;
  const { word, key, also = {} } = ACT_WORDS[act];
  const body = chainJson({ ...data, ...also, [key]: author.party });
  const path = `/contracts/${contract}/${word}`;
  return { word: act, author, contract, path, body, entry: null };
}

export function requestedPost(principal: Signer, platform: Party, reference: string): SignedAct {
  const document = sampleDocument(platform, reference);
  const body = chainJson({ contract: document, principal_pubkey: principal.party });
  return { word: "post", author: principal, contract: "", path: "/contracts", body, entry: null };
}

/** The request around an act, signed now: it is fresh for a minute. */
export function signRequest({ author, path, body }: SignedAct, idempotencyKey?: string): Prepared {
  return {
    path,
    body,
    headers: {
      ...signatureOf(author, { path, body }, Date.now()),
      "content-length": Buffer.byteLength(body),
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
  act: "fix",
  data: { fix: "sed -i s/tset/test/ Makefile", explanation: "a misspelled target" },
};
export const PASSED: Saying = {
  act: "verify",
  data: { success: true, evidence: { exit_code: 0n } },
};
const WORK: readonly Saying[] = [{ act: "bond" }, { act: "accept" }, FIX];
