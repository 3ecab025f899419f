/**
 * Sends an act until it is answered: an unanswered request is sent again, byte for byte. Sometimes
 * the client restarts in the middle of a request.
 */
import { randomUUID } from "node:crypto";
import type { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { ChainHead } from "@bazaar/kernel";
import type { Random } from "../simulate/random.ts";
import { codeOf, getJson, type Prepared, type Reply, send, Unanswered } from "./exchange.ts";
import type { ActRecord, Journal } from "./journal.ts";
import { type SignedAct, signRequest } from "./signed-act.ts";

/** A signed request is valid for a minute; it is signed again before that. */
const SIGN_AGAIN_MS = 45_000;
const RETRY_MS = 100;
const MAX_TRIES = 1_000;
const RESTART_CHANCE = 0.03;
const MAX_MS_TO_RESTART = 12;
const UNAVAILABLE = 503;
/** It took the server over a minute to read it. */
const STALE = 401;

export interface World {
  readonly url: string;
  readonly agent: Agent;
  readonly journal: Journal;
  readonly random: Random;
  readonly nowMs: () => number;
}

interface Attempt {
  readonly record: ActRecord;
  readonly key: string;
  act: SignedAct;
  prepared: Prepared;
  signedMs: number;
}

/**
 * Sends until it is answered. `signAgain` makes the act again, as a client does that restarted and
 * has only its idempotency key left.
 */
export async function deliver(
  world: World,
  first: SignedAct,
  signAgain: (() => Promise<SignedAct>) | null,
): Promise<Reply> {
  const { journal, random } = world;
  const { word, author, contract } = first;
  const record = journal.begin({ word, author: author.party, contract });
  const key = randomUUID();
  const attempt: Attempt = { record, key, act: first, ...signed(world, record, first, key) };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const isRestarting = tries === 0 && random.chance(RESTART_CHANCE);
    const reply = await sendOnce(world, attempt, isRestarting);
    const isStale = reply?.status === STALE && codeOf(reply.text) === "stale_request";
    if (reply !== null && reply.status !== UNAVAILABLE && !isStale) {
      journal.answer(record, reply.status);
      if (record.contract === "") record.contract = JSON.parse(reply.text).contract_id ?? "";
      return reply;
    }
    if (isRestarting) journal.clientRestarts += 1;
    else {
      journal.retries += 1;
      await wait(RETRY_MS * (0.5 + random.fraction()));
    }
    if (isRestarting && signAgain !== null && random.chance(0.5)) {
      const act = await signAgain();
      Object.assign(attempt, { act, ...signed(world, record, act, key) });
    } else if (isStale || world.nowMs() - attempt.signedMs > SIGN_AGAIN_MS) {
      Object.assign(attempt, signed(world, record, attempt.act, key));
    }
  }
  throw new Error(`${word} was not answered after ${MAX_TRIES} tries`);
}

async function sendOnce(world: World, { prepared }: Attempt, isRestarting: boolean) {
  const signal = isRestarting
    ? AbortSignal.timeout(world.random.below(MAX_MS_TO_RESTART) + 1)
    : undefined;
  try {
    return await send(world.agent, world.url, prepared, signal);
  } catch (error) {
    if (error instanceof Unanswered) return null;
    throw error;
  }
}

function signed({ nowMs }: World, record: ActRecord, act: SignedAct, key: string) {
  const prepared = signRequest(act, key);
  record.requests.push(String(prepared.headers["X-Fix-Signature"]));
  const { entry } = act;
  const isKnown = record.entries.some(({ hash }) => hash === entry?.hash);
  if (entry !== null && !isKnown) record.entries.push(entry);
  return { prepared, signedMs: nowMs() };
}

export async function chainHead({ url, agent }: World, contract: string): Promise<ChainHead> {
  const path = `${url}/contracts/${contract}/chain_head`;
  const head = await getJson<{ chain_head: string; seq: number }>(agent, path);
  return { head: head.chain_head, seq: head.seq };
}
