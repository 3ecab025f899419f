/**
 * Checks a whole transcript as an outsider would: links, signatures, the signed originals inside
 * entries, and every decision.
 *
 * A long transcript takes up to seconds of this process, so each address has one checked at a time,
 * with pauses, and the report is cached until the chain grows. Beyond `MAX_REPLAYED` entries only
 * links and signatures are checked, and the report says so; for the rest, take `/transcript` and run
 * `verifyTranscript`.
 */
import {
  type Refusal,
  replayInSteps,
  type Transcript,
  type Verify,
  verifyChainInSteps,
} from "@bazaar/kernel";
import type { Market, Pause, StoredContract } from "@bazaar/market/ports";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { refuseAtDoor } from "../door-refusal.ts";
import { answer, type PublicRead, publicRead } from "../endpoint.ts";
import { count, hash } from "../shapes.ts";
import { transcriptOf } from "./contract.ts";
import { findContract } from "./find-contract.ts";

const MAX_REPLAYED = 500;
const MAX_REPORTS = 1_000;
const MAX_WAITING = 50;
const MAX_WAITING_PER_ADDRESS = 10;
const RETRY_AFTER_SECONDS = 5;

interface Report {
  readonly valid: boolean;
  readonly entries: number;
  readonly total_transcript: number;
  readonly error: string | null;
  readonly chain_head: string;
  readonly checked: "transcript" | "chain";
}

/** The checks that one address has asked for. */
interface Queue {
  last: Promise<unknown>;
  waiting: number;
}

function keyOf({ state, chain }: StoredContract): string {
  return `${state.id}/${chain.seq}`;
}

export function verifyChainEndpoint(verify: Verify): PublicRead {
  const reports = new LRUCache<string, Report>({ max: MAX_REPORTS });
  const queues = new Map<string | null, Queue>();
  let waiting = 0;

  /**
   * Runs after the previous one of this address has ended or failed; null if too many wait. All requests
   * of this process count as one address.
   */
  function inTurn(address: string | null, work: () => Promise<Report>): Promise<Report> | null {
    const queue = queues.get(address) ?? { last: Promise.resolve(), waiting: 0 };
    if (waiting >= MAX_WAITING || queue.waiting >= MAX_WAITING_PER_ADDRESS) return null;
    queues.set(address, queue);
    waiting += 1;
    queue.waiting += 1;
    const report = queue.last.then(work).finally(() => {
      waiting -= 1;
      queue.waiting -= 1;
      if (queue.waiting === 0) queues.delete(address);
    });
    queue.last = report.catch(() => undefined);
    return report;
  }

  /** Only what is done is shared: nobody waits for the queue of another address. */
  async function reportOn(market: Market, contract: StoredContract, pause: Pause): Promise<Report> {
    const key = keyOf(contract);
    const report = reports.get(key) ?? (await check(market, contract, verify, pause));
    reports.set(key, report);
    return report;
  }

  return publicRead({
    path: "/contracts/{id}/verify_chain",
    summary: "Checks every link, signature and decision of the transcript",
    tag: "contracts",
    answer: z.object({
      valid: z.boolean(),
      entries: count,
      total_transcript: count,
      error: z.string().nullable(),
      chain_head: hash,
      checked: z
        .enum(["transcript", "chain"])
        .describe(`Beyond ${MAX_REPLAYED} entries: links and signatures of the chain only.`),
    }),
    run: async ({ market, address, name, pause }) => {
      const found = await findContract(market, name);
      if (!found.ok) return found;
      const known = reports.get(keyOf(found.value));
      if (known !== undefined) return answer(known);
      const report = inTurn(address, () => reportOn(market, found.value, pause));
      if (report !== null) return answer(await report);
      return refuseAtDoor({ code: "unavailable", retryAfterSeconds: RETRY_AFTER_SECONDS });
    },
  });
}

async function check(
  market: Market,
  contract: StoredContract,
  verify: Verify,
  pause: Pause,
): Promise<Report> {
  const { seq, head } = contract.chain;
  const whole = await transcriptOf(market, contract, pause);
  const transcript = {
    id: whole.id,
    entries: whole.entries.slice(0, seq),
    receivedAt: whole.receivedAt.slice(0, seq),
  };
  const checked = seq <= MAX_REPLAYED ? "transcript" : "chain";
  const error = await problemOf(transcript, head, checked, verify, pause);
  const total = transcript.entries.length;
  const entries = error === null ? total : 0;
  return {
    valid: error === null,
    entries,
    total_transcript: total,
    error,
    chain_head: head,
    checked,
  };
}

async function problemOf(
  transcript: Transcript,
  head: string,
  checked: Report["checked"],
  verify: Verify,
  pause: Pause,
): Promise<string | null> {
  const chain = await verifyChainInSteps(transcript.entries, verify, pause);
  if (!chain.ok) return explain(chain.refusal);
  if (chain.value.head !== head) return `the chain ends at ${chain.value.head}`;
  if (checked === "chain") return null;
  const replayed = await replayInSteps(transcript, verify, pause);
  return replayed.ok ? null : explain(replayed.refusal);
}

function explain(refusal: Refusal): string {
  if (refusal.code !== "broken_chain") return refusal.code;
  const because = refusal.refusal === undefined ? "" : ` (${refusal.refusal.code})`;
  return `Entry ${refusal.seq}: ${refusal.problem}${because}`;
}
