/** Sends signed acts so that each counts once, however often it is sent. */
import { randomUUID } from "node:crypto";
import {
  type ChainHead,
  contractAlias,
  contractId,
  EMPTY_CHAIN,
  type Entry,
  entryHash,
  entryJson,
  fillTerms,
  isJsonObject,
  type Json,
  type JsonObject,
  type Offer,
  type ProfileName,
  type Signer,
  sha256Hex,
  signEntry,
  type Terms,
  termsJson,
} from "@bazaar/kernel";
import type { Acted, ActName, Posted, Said } from "../../connection/connection.ts";
import { type Contract, sideIn } from "../../connection/contract.ts";
import { BadAnswer } from "../../connection/market-errors.ts";
import { type Answered, refusedHere } from "../../connection/market-refusal.ts";
import { subjectOf } from "../../connection/subject.ts";
import { wireText } from "../wire-text.ts";
import { ACT_WORDS, entryData } from "./act-words.ts";
import type { Exchange } from "./exchange.ts";
import { requestWithRetry } from "./request-with-retry.ts";
import { type Post, signRequest } from "./sign-request.ts";

export interface Sender {
  readonly exchange: Exchange;
  readonly signer: Signer;
  readonly reload: (from: Contract | string, signal?: AbortSignal) => Promise<Answered<Contract>>;
  readonly onSend: OnSend;
}

export type OnSend = (said: Said) => void;

/** A held request is answered within 25 seconds. */
const HELD_MS = 60_000;
const PROMPT_MS = 30_000;
/** A signature is valid for a minute and is renewed before. */
const SIGN_AGAIN_MS = 45_000;
const MAX_STALE = 5;

/** The first entry of a contract, with its complete terms. */
export function postEntry(signer: Signer, terms: Terms, nowMs: number): Entry {
  const act = { type: "post", data: { terms: termsJson(terms) } };
  return signEntry(signer, EMPTY_CHAIN, act, nowMs);
}

export function postRequest({ document, principal }: Terms, entry: Entry): Post {
  const body = {
    contract: document,
    principal_pubkey: principal,
    chain_entry: entryJson(entry),
  };
  return { path: "/contracts", body: wireText(body) };
}

export function actRequest(
  signer: Signer,
  id: string,
  act: ActName,
  { data, entry }: { readonly data: JsonObject; readonly entry: Entry },
): Post {
  const { word, key, also = {}, label } = ACT_WORDS[act];
  const side = label === undefined ? undefined : data[label];
  // Messages name their side in a field of their own.
  const said = word === "chat" && side !== undefined ? { from_side: side } : {};
  const body = { ...data, ...also, ...said, [key]: signer.party, chain_entry: entryJson(entry) };
  return { path: `/contracts/${id}/${word}`, body: wireText(body) };
}

/** The terms of a document and the entry that posts them; says that it is sent. */
export function signedTerms(
  { signer, exchange, onSend }: Sender,
  profile: ProfileName,
  document: JsonObject,
  offer: Offer,
): Answered<{ readonly terms: Terms; readonly entry: Entry }> {
  const author = { principal: signer.party, nonce: sha256Hex(randomUUID()) };
  const filled = fillTerms(profile, document, author, offer);
  if (!filled.ok) return refusedHere(filled.refusal);
  const terms = filled.value;
  onSend({ contract: contractId(terms), act: "post", data: document });
  return { ok: true, value: { terms, entry: postEntry(signer, terms, exchange.clock.nowMs()) } };
}

export async function submitPost(
  sender: Sender,
  document: JsonObject,
  offer: Offer,
  signal?: AbortSignal,
): Promise<Answered<Posted>> {
  const signed = signedTerms(sender, "fix/2", document, offer);
  if (!signed.ok) return signed;
  const { terms, entry } = signed.value;
  const id = contractId(terms);
  const request = postRequest(terms, entry);
  const answer = await send(sender, request, randomUUID(), PROMPT_MS, signal);
  if (!answer.ok) return answer;
  const { contract_id: name, deposit = null } = objectOf(answer.value);
  if (name !== contractAlias(id)) throw new BadAnswer("the market posted another contract");
  const contract = await sender.reload(id, signal);
  if (!contract.ok) return contract;
  const due = isJsonObject(deposit) ? deposit : null;
  return { ok: true, value: { contract: contract.value, deposit: due } };
}

/** `seen` is the contract as its author saw it when deciding. */
export async function submitAct(
  sender: Sender,
  seen: Contract,
  act: ActName,
  words: JsonObject,
  signal?: AbortSignal,
): Promise<Answered<Acted>> {
  const { signer, exchange } = sender;
  const data = entryData(act, words, sideIn(seen, signer.party));
  const subject = subjectOf(act, seen);
  const key = randomUUID();
  sender.onSend({ contract: seen.id, act, data: words });
  const timeoutMs = ACT_WORDS[act].isHeld === true ? HELD_MS : PROMPT_MS;
  let chain: ChainHead = seen.chain;
  for (let stale = 0; ; stale += 1) {
    const entry = signEntry(signer, chain, { type: act, data }, exchange.clock.nowMs());
    const request = actRequest(signer, seen.id, act, { data, entry });
    const answer = await send(sender, request, key, timeoutMs, signal);
    if (answer.ok) return confirm(sender, seen, entry, objectOf(answer.value), signal);
    if (answer.refusal.code !== "stale_head" || stale === MAX_STALE) return answer;
    const now = await sender.reload(seen, signal);
    if (!now.ok) return now;
    if (subjectOf(act, now.value) !== subject) return answer;
    chain = now.value.chain;
  }
}

/** The chain shows whether the act was recorded; the answer alone does not count. */
async function confirm(
  sender: Sender,
  seen: Contract,
  entry: Entry,
  answer: JsonObject,
  signal: AbortSignal | undefined,
): Promise<Answered<Acted>> {
  const contract = await sender.reload(seen, signal);
  if (!contract.ok) return contract;
  const stored = contract.value.transcript.entries[entry.seq];
  if (stored === undefined || entryHash(stored) !== entryHash(entry)) {
    throw new BadAnswer(`the market accepted ${entry.type}, but its chain does not have it`);
  }
  return { ok: true, value: { contract: contract.value, entry, answer } };
}

/** Sends the same bytes under the same key until they are accepted or refused. */
export function send(
  { exchange, signer }: Pick<Sender, "exchange" | "signer">,
  post: Post,
  idempotencyKey: string,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Answered<Json>> {
  const { clock } = exchange;
  let signedMs = clock.nowMs();
  let headers = signRequest(signer, post, signedMs);
  const askNow = () => {
    if (clock.nowMs() - signedMs > SIGN_AGAIN_MS) {
      signedMs = clock.nowMs();
      headers = signRequest(signer, post, signedMs);
    }
    const keyed = { ...headers, "Idempotency-Key": idempotencyKey };
    return { method: "POST" as const, ...post, headers: keyed, timeoutMs };
  };
  return requestWithRetry(exchange, askNow, signal);
}

function objectOf(json: Json): JsonObject {
  if (isJsonObject(json)) return json;
  throw new BadAnswer("the answer is not an object");
}
