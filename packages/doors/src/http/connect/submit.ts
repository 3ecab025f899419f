/** Sends signed acts so that each counts once, however often it is sent. */
import { randomUUID } from "node:crypto";
import {
  type ChainHead,
  type Entry,
  entryHash,
  entryJson,
  isJsonObject,
  type Json,
  type JsonObject,
  requestFor,
  type Signer,
  signEntry,
} from "@bazaar/kernel";
import type { Acted, ActName, Said } from "../../connection/connection.ts";
import { type Contract, sideIn } from "../../connection/contract.ts";
import { BadAnswer } from "../../connection/market-errors.ts";
import type { Answered } from "../../connection/market-refusal.ts";
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
export const PROMPT_MS = 30_000;
/** A signature is valid for a minute and is renewed before. */
const SIGN_AGAIN_MS = 45_000;
const MAX_STALE = 5;

export function actRequest(
  signer: Signer,
  id: string,
  act: ActName,
  { data, entry }: { readonly data: JsonObject; readonly entry: Entry },
): Post {
  const { word, also } = requestFor(act);
  const { key, label } = ACT_WORDS[act];
  const side = label === undefined ? undefined : data[label];
  // Messages name their side in a field of their own.
  const said = word === "chat" && side !== undefined ? { from_side: side } : {};
  const body = { ...data, ...also, ...said, [key]: signer.party, chain_entry: entryJson(entry) };
  return { path: `/contracts/${id}/${word}`, body: wireText(body) };
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

export function objectOf(json: Json): JsonObject {
  if (isJsonObject(json)) return json;
  throw new BadAnswer("the answer is not an object");
}
