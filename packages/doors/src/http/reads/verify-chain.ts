/**
 * Checks a whole transcript as an outsider would: links, signatures, the signed originals inside
 * entries, and every decision.
 *
 * A long transcript takes milliseconds of this process, so one is checked at a time, with pauses, and
 * the report is cached until the chain grows. Beyond `MAX_REPLAYED` entries only links and signatures
 * are checked, and the report says so; for the rest, take `/transcript` and run `verifyTranscript`.
 */
import {
  EMPTY_CHAIN,
  type Refusal,
  replaySteps,
  type Transcript,
  type Verify,
  verifyChain,
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
const RETRY_AFTER_SECONDS = 5;

interface Report {
  readonly valid: boolean;
  readonly entries: number;
  readonly total_transcript: number;
  readonly error: string | null;
  readonly chain_head: string;
  readonly checked: "transcript" | "chain";
}

export function verifyChainEndpoint(verify: Verify): PublicRead {
  const reports = new LRUCache<string, Promise<Report>>({ max: MAX_REPORTS });
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs after the previous one has ended or failed. */
  function inTurn(work: () => Promise<Report>): Promise<Report> {
    waiting += 1;
    const report = last.then(work).finally(() => {
      waiting -= 1;
    });
    last = report.catch(() => undefined);
    return report;
  }

  function reportOn(
    market: Market,
    contract: StoredContract,
    pause: Pause,
  ): Promise<Report> | null {
    const key = `${contract.state.id}/${contract.chain.seq}`;
    const known = reports.get(key);
    if (known !== undefined) return known;
    if (waiting >= MAX_WAITING) return null;
    const report = inTurn(() => check(market, contract, verify, pause));
    reports.set(key, report);
    // If the store did not answer, ask it again next time.
    report.catch(() => reports.delete(key));
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
    run: async ({ market, name, pause }) => {
      const found = await findContract(market, name);
      if (!found.ok) return found;
      const report = reportOn(market, found.value, pause);
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
  let at = EMPTY_CHAIN;
  for (const entry of transcript.entries) {
    const chain = verifyChain([entry], verify, at);
    if (!chain.ok) return explain(chain.refusal);
    at = chain.value;
    await pause();
  }
  if (at.head !== head) return `the chain ends at ${at.head}`;
  if (checked === "chain") return null;
  const steps = replaySteps(transcript, verify);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value.ok ? null : explain(step.value.refusal);
    await pause();
  }
}

function explain(refusal: Refusal): string {
  if (refusal.code !== "broken_chain") return refusal.code;
  const because = refusal.refusal === undefined ? "" : ` (${refusal.refusal.code})`;
  return `Entry ${refusal.seq}: ${refusal.problem}${because}`;
}
