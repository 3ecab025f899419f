/**
 * One attempt: the fix runs in a sandbox's own layer, the command is verified on top of it, and
 * what the fix changed can then be looked at and brought to the real disk, or thrown away.
 *
 * The verdict is the kernel's, on evidence that can be published. Nothing outside the sandbox has
 * changed until `commit` says so.
 */
import {
  type ApprovedPlan,
  type CommitResult,
  type Committed,
  commit,
  type JudgedChange,
  judgeChanges,
  type LayerChanges,
  layerChanges,
} from "@bazaar/guard/commit";
import type { LayeredSandbox } from "@bazaar/guard/sandbox";
import { type Check, invariant, type JsonObject, judgeAll, type Verdict } from "@bazaar/kernel";
import type { Run, ShellCommand } from "@bazaar/work";
import { evidenceOf } from "./evidence.ts";

export interface Trial {
  /** Shell text; empty where the command alone was wrong. */
  readonly fix: string;
  /** What is verified: the original command, or the corrected one. */
  readonly command: string;
  readonly checks: readonly Check[];
  readonly timeoutMs: number;
  readonly scrub: (text: string) => string;
  readonly signal: AbortSignal;
  readonly onOutput: NonNullable<ShellCommand["onOutput"]>;
}

export interface Surroundings {
  readonly workingTree: string;
  /** The person's PATH: what is put there runs later. */
  readonly path: string;
}

export async function tryFix(sandbox: LayeredSandbox, trial: Trial): Promise<Attempt> {
  const { timeoutMs, signal, onOutput, scrub } = trial;
  const how = { timeoutMs, signal, onOutput };
  const applied = trial.fix.trim() === "" ? null : await sandbox.run({ text: trial.fix, ...how });
  if (applied !== null && applied.stoppedBy !== null) {
    return new Attempt(sandbox, {
      applied,
      evidence: evidenceOf(applied, scrub),
      verdict: "no_verdict",
    });
  }
  const verified = await sandbox.rehearse({ text: trial.command, ...how });
  const evidence = evidenceOf(verified, scrub);
  const verdict = judgeAll(
    trial.checks,
    trial.checks.map(() => evidence),
  );
  return new Attempt(sandbox, { applied, evidence, verdict });
}

interface Tried {
  /** How the fix itself ended; null where there was none to run. */
  readonly applied: Run | null;
  readonly evidence: JsonObject;
  readonly verdict: Verdict;
}

export class Attempt implements AsyncDisposable {
  readonly applied: Run | null;
  readonly evidence: JsonObject;
  readonly verdict: Verdict;
  readonly #sandbox: LayeredSandbox;
  #seen: LayerChanges | null = null;

  constructor(sandbox: LayeredSandbox, { applied, evidence, verdict }: Tried) {
    this.#sandbox = sandbox;
    this.applied = applied;
    this.evidence = evidence;
    this.verdict = verdict;
  }

  /** What the fix changed, each change with what is dangerous about it. */
  async changes(around: Surroundings): Promise<CommitResult<readonly JudgedChange[]>> {
    const seen = await layerChanges(this.#sandbox);
    if (!seen.ok) return seen;
    this.#seen = seen.value;
    return { ok: true, value: judgeChanges(seen.value.diff, around) };
  }

  /** Brings what was approved to the real disk: all of it, or nothing. */
  async commit(plan: ApprovedPlan): Promise<CommitResult<Committed>> {
    invariant(this.#seen !== null, "changes are looked at before they are committed");
    return commit(this.#seen.places, this.#seen.diff, plan);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sandbox[Symbol.asyncDispose]();
  }
}
