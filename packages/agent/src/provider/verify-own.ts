/** A provider's own run of the checks on its result, as the market would run them. */
import { AnswerTooLong, BadAnswer, type Connection } from "@bazaar/doors/connection";
import { type Check, isJsonObject, type JsonObject, namedChecks } from "@bazaar/kernel";
import { freshSampleSeed, type JobTools, replayJob, withinCheckLimits } from "@bazaar/work";
import { openJobSandbox, type PlaceSettings } from "./job-sandbox.ts";
import type { VerifyOwn } from "./stand-by.ts";
import { ownChecks } from "./terms-problem.ts";

/** Commands run before a patch and after it, or twice. */
const ROUNDS = 2;

export function verifyOwn(connection: Connection, settings: PlaceSettings): VerifyOwn {
  return async (contract, result, bounds) => {
    const { work, rules, ...terms } = contract.state.terms;
    const { payload } = work.spec;
    if (!isJsonObject(payload)) return { problem: "It is not a job with a schema." };
    const { signal } = bounds;
    const checks = ownChecks(terms.checks);
    const limitMs = rules.executionSeconds * 1_000;
    const endMs = performance.now() + ROUNDS * limitMs;
    const tools: JobTools = {
      openSandbox: async (files, asked = {}) => {
        // What the worker may read and reach is not for the commands of a buyer.
        const place = { ...settings, network: "none", shows: [] } as const;
        const opened = await openJobSandbox(files, place, withinCheckLimits(asked));
        return typeof opened === "string" ? null : opened;
      },
      readArtifact: (hash, maxBytes) => read(connection, hash, maxBytes, signal),
      leftMs: () => Math.min(endMs - performance.now(), bounds.leftMs()),
      limitMs,
      signal,
    };
    const provider = connection.party;
    const sampleSeed = freshSampleSeed();
    const { id } = contract;
    const job = { spec: work.spec, payload, contract: id, result, provider, checks, sampleSeed };
    const { verdict, evidence } = await replayJob(job, tools);
    return verdict === "no_verdict"
      ? { problem: openWords(checks, evidence) }
      : { isPassed: verdict === "pass", evidence };
  };
}

/** The reason of the collector, or the step that is open. */
function openWords(checks: readonly Check[], evidence: JsonObject): string {
  if (typeof evidence.reason === "string") return evidence.reason;
  const steps = checks.flatMap((check) => namedChecks(check, evidence));
  const open = steps.find(({ verdict }) => verdict === "no_verdict");
  return `${open?.name}: ${open?.details ?? "not seen"}.`;
}

async function read(
  connection: Connection,
  hash: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array | "too_long" | null> {
  try {
    const found = await connection.artifact(`sha256:${hash}`, maxBytes, signal);
    return found.ok ? found.value : null;
  } catch (error) {
    if (error instanceof AnswerTooLong) return "too_long";
    if (error instanceof BadAnswer) return null;
    throw error;
  }
}
