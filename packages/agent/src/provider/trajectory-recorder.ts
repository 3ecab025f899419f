/**
 * The trajectory of one job, recorded as REPLAY.jsonl while a worker works: what was run, with the
 * hash of everything that came back. Parameters are the job's own words, and outputs are hashes, so
 * nothing of the provider's machine is in it.
 */
import {
  callLine,
  endLine,
  headerLine,
  type JsonObject,
  readLines,
  replayText,
  resultLine,
  type SessionStatus,
  startLine,
  type Trajectory,
  trajectoryHash,
  verificationLine,
} from "@bazaar/kernel";
import type { Run } from "@bazaar/work";
import { exitCodeOf } from "./embedded/command-result.ts";
import type { Recorder } from "./recorder.ts";

export interface Recorded {
  readonly sessionId: string;
  readonly hash: string;
  /** REPLAY.jsonl. */
  readonly text: string;
  readonly trajectory: Trajectory;
}

/** What a session is made with; no policy decides here. */
const PRODUCER = "bazaar-work@1";
const POLICY = "none";
const MAX_STEPS = 10_000;

export class TrajectoryRecorder implements Recorder {
  readonly #nowMs: () => number;
  readonly #lines: JsonObject[];
  #calls = 0;
  #latencyMs = 0;
  #lastMs = 0;

  constructor(sessionId: string, nowMs: () => number, producer = PRODUCER) {
    this.#nowMs = nowMs;
    const createdAt = this.#now();
    const start = { t: createdAt, sessionId, issueNumber: null, policyBundleId: POLICY };
    this.#lines = [headerLine({ producer, createdAt }), startLine(start)];
  }

  tool(name: string, params: JsonObject, run: () => Promise<Run>): Promise<Run> {
    return this.#record(name, params, run, (ran) => ({
      // The end of a long output is all that is kept of it, so the hashes of all stand for it.
      output: { stdout_sha256: ran.stdoutSha256, stderr_sha256: ran.stderrSha256 },
      exitCode: exitCodeOf(ran),
    }));
  }

  step(name: string, params: JsonObject, run: () => Promise<JsonObject>): Promise<JsonObject> {
    return this.#record(name, params, run, (output) => ({ output, exitCode: null }));
  }

  verified(commands: readonly string[], exitCodes: readonly number[], failedBefore: number): void {
    const failedAfter = exitCodes.filter((code) => code !== 0).length;
    const verificationDelta = failedBefore - failedAfter;
    this.#lines.push(verificationLine({ t: this.#now(), commands, exitCodes, verificationDelta }));
  }

  end(status: SessionStatus): Recorded {
    const totals = { totalToolCalls: this.#calls, totalLatencyMs: this.#latencyMs };
    const confidence = status === "Success" ? 1 : 0;
    this.#lines.push(endLine({ t: this.#now(), status, confidence, ...totals }));
    const read = readLines(this.#lines);
    if (!read.ok) throw new Error(`a trajectory cannot be read: ${JSON.stringify(read.refusal)}`);
    return recorded(read.value);
  }

  async #record<T>(
    tool: string,
    params: JsonObject,
    run: () => Promise<T>,
    told: (value: T) => { readonly output: JsonObject; readonly exitCode: number | null },
  ): Promise<T> {
    const id = `call_${this.#calls + 1}`;
    if (this.#calls >= MAX_STEPS) return run();
    const call = callLine({ t: this.#now(), id, tool, params, stepId: "work" });
    if (!call.ok) return run();
    this.#calls += 1;
    this.#lines.push(call.value);
    const startedMs = this.#nowMs();
    const value = await run();
    const latencyMs = Math.max(0, Math.round(this.#nowMs() - startedMs));
    const { output, exitCode } = told(value);
    const stepUtility = exitCode === null || exitCode === 0 ? 1 : 0;
    const line = resultLine(output, { t: this.#now(), id, exitCode, stepUtility, latencyMs });
    if (line.ok) {
      this.#lines.push(line.value);
      this.#latencyMs += latencyMs;
    }
    return value;
  }

  /** A clock that is set back must not make a line earlier than the one before. */
  #now(): string {
    this.#lastMs = Math.max(this.#lastMs, this.#nowMs());
    return new Date(this.#lastMs).toISOString();
  }
}

/** Of a trajectory that a worker wrote itself, too. */
export function recorded(trajectory: Trajectory): Recorded {
  return {
    sessionId: trajectory.start.sessionId,
    hash: trajectoryHash(trajectory),
    text: replayText(trajectory),
    trajectory,
  };
}
