/**
 * Acts that are signed before they are sent. A party signs its own entries, so their hashes are
 * known at once and whole lives can be signed in advance; only the requests expire.
 */
import type { ActName } from "@bazaar/doors/connection";
import {
  ACT_WORDS,
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
  requestFor,
  type Signer,
  signEntry,
  type Terms,
} from "@bazaar/kernel";
import { sampleOffer } from "@bazaar/testkit";
import type { Prepared } from "./exchange.ts";

/** An act whose body is final. `entry` is null if its author signs no entries. */
export interface SignedAct {
  readonly word: string;
  readonly author: Signer;
  /** Its short id; empty for a post whose id only the server knows. */
  readonly contract: string;
  readonly path: string;
  readonly body: string;
  readonly entry: { readonly seq: number; readonly hash: string } | null;
}

export interface ActContent {
  readonly act: ActName;
  readonly data?: JsonObject;
}

/** `reference` makes every document unique: equal requests of one second count as one. */
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

  /** A failed command; or another document, by its profile. */
  constructor(
    principal: Signer,
    platform: Party,
    nonce: string,
    profile: "fix/2" | "job/1" = "fix/2",
    document = sampleDocument(platform, nonce),
  ) {
    const author = { principal: principal.party, nonce };
    const terms = fillTerms(profile, document, author, sampleOffer(platform));
    if (!terms.ok) throw new Error(`the document is refused: ${JSON.stringify(terms.refusal)}`);
    this.#principal = principal;
    this.#terms = terms.value;
    this.alias = contractAlias(contractId(terms.value));
  }

  post(): SignedAct {
    const entry = postEntry(this.#principal, this.#terms, Date.now());
    return this.#add(this.#principal, "post", postRequest(this.#terms, entry), entry);
  }

  act(author: Signer, { act, data = {} }: ActContent): SignedAct {
    const entry = signEntry(author, this.#chain, { type: act, data }, Date.now());
    const request = actRequest(author, this.alias, act, { data, entry });
    return this.#add(author, act, request, entry);
  }

  /** Continues from this head, after another party has written to the chain. */
  resume(chain: ChainHead): void {
    this.#chain = chain;
  }

  #add(
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

/** An act of a client that signs requests but no entries. */
export function requestedAct(author: Signer, contract: string, content: ActContent): SignedAct {
  const { act, data = {} } = content;
  const { word, also } = requestFor(act);
  const { key } = ACT_WORDS[act];
  const body = chainJson({ ...data, ...also, [key]: author.party });
  const path = `/contracts/${contract}/${word}`;
  return { word: act, author, contract, path, body, entry: null };
}

export function requestedPost(principal: Signer, platform: Party, reference: string): SignedAct {
  const document = sampleDocument(platform, reference);
  const body = chainJson({ contract: document, principal_pubkey: principal.party });
  return { word: "post", author: principal, contract: "", path: "/contracts", body, entry: null };
}

/** The request for an act, signed now and valid for a minute. */
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

/** From post to a verified fix: five acts that can be sent without waiting for answers. */
export function wholeLife(
  principal: Signer,
  agent: Signer,
  platform: Party,
  nonce: string,
): readonly SignedAct[] {
  const chain = new SignedChain(principal, platform, nonce);
  return [
    chain.post(),
    ...WORK.map((content) => chain.act(agent, content)),
    chain.act(principal, PASSED),
  ];
}

export const FIX: ActContent = {
  act: "fix",
  data: { fix: "sed -i s/tset/test/ Makefile", explanation: "a misspelled target" },
};
export const PASSED: ActContent = {
  act: "verify",
  data: { success: true, evidence: { exit_code: 0n } },
};
const WORK: readonly ActContent[] = [{ act: "bond" }, { act: "accept" }, FIX];
