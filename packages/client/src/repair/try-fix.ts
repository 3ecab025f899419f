/**
 * One attempt: the fix runs in the sandbox's layer, the command is verified on top of it, and the
 * changes can then be inspected and committed or discarded.
 *
 * The verdict is the kernel's, on evidence that can be published. Nothing outside the sandbox changes
 * before `commit`.
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
import type { KeptSandbox, LayeredSandbox } from "@bazaar/guard/sandbox";
import { type Check, invariant, type JsonObject, judgeAll, type Verdict } from "@bazaar/kernel";
import type { Run, ShellCommand } from "@bazaar/work";
import { evidenceOf } from "./evidence.ts";
import type { Proposal, RepairEvent } from "./repair-event.ts";

export interface TrialNeeds {
  /** The failed command: it is verified unless the proposal corrects it. */
  readonly command: string;
  readonly checks: readonly Check[];
  readonly timeoutMs: number;
  readonly scrub: (text: string) => string;
  /** The evidence that may leave this machine; default: all of it, scrubbed. */
  readonly publish?: (run: Run, verdict: Verdict) => Promise<JsonObject>;
  readonly signal: AbortSignal;
  readonly tell: (event: RepairEvent) => void;
  /** Whether the proposal comes from this machine's own agent. */
  readonly isOwnAgent: boolean;
}

export interface Surroundings {
  readonly workingTree: string;
  /** The user's PATH: a file written there may run later. */
  readonly path: string;
}

const GIT_COMMAND = /^\s*git\s/;

/** Reports the output and the verdict as events. */
export async function tryProposal(
  sandbox: LayeredSandbox,
  proposal: Proposal,
  needs: TrialNeeds,
): Promise<Attempt> {
  const { run, verdict } = await runAndJudge(sandbox, proposal, needs);
  const seen = evidenceOf(run, needs.scrub);
  needs.tell({ type: "tried", evidence: seen, verdict });
  const evidence = (await needs.publish?.(run, verdict)) ?? seen;
  const { command, isOwnAgent } = needs;
  const isCorrection = isOwnAgent && GIT_COMMAND.test(command);
  const correction = isCorrection ? proposal.fix : null;
  return new Attempt(sandbox, { evidence, verdict, command, correction });
}

interface Findings {
  readonly run: Run;
  readonly verdict: Verdict;
}

async function runAndJudge(
  sandbox: LayeredSandbox,
  { fix, correctedCommand }: Proposal,
  { command, checks, timeoutMs, scrub, signal, tell }: TrialNeeds,
): Promise<Findings> {
  const onOutput: ShellCommand["onOutput"] = (bytes, stream) =>
    tell({ type: "output", bytes, stream });
  const how = { timeoutMs, signal, onOutput };
  // A fix that only corrects the command has nothing to run first.
  const applied = fix.trim() === "" ? null : await sandbox.run({ text: fix, ...how });
  if (applied !== null && applied.stoppedBy !== null) {
    return { run: applied, verdict: "no_verdict" };
  }
  const run = await sandbox.rehearse({ text: correctedCommand ?? command, ...how });
  const evidence = evidenceOf(run, scrub);
  const each = checks.map(() => evidence);
  return { run, verdict: judgeAll(checks, each) };
}

interface AttemptFacts {
  /** As it may be published. */
  readonly evidence: JsonObject;
  readonly verdict: Verdict;
  /** The failed command, which labels the commit. */
  readonly command: string;
  /** The fix, if it is our own correction of the person's git command. */
  readonly correction: string | null;
}

export class Attempt implements AsyncDisposable {
  readonly evidence: JsonObject;
  readonly verdict: Verdict;
  readonly #sandbox: LayeredSandbox;
  readonly #command: string;
  readonly #correction: string | null;
  #seen: LayerChanges | null = null;

  constructor(sandbox: LayeredSandbox, { evidence, verdict, command, correction }: AttemptFacts) {
    this.#sandbox = sandbox;
    this.#command = command;
    this.#correction = correction;
    this.evidence = evidence;
    this.verdict = verdict;
  }

  /** What the fix changed, each change with its risks. */
  async changes(around: Surroundings): Promise<CommitResult<readonly JudgedChange[]>> {
    const seen = await layerChanges(this.#sandbox);
    if (!seen.ok) return seen;
    this.#seen = seen.value;
    return {
      ok: true,
      value: judgeChanges(seen.value.diff, { ...around, ownCommand: this.#correction }),
    };
  }

  /** Writes the approved changes to the disk, all or none. */
  async commit(plan: ApprovedPlan): Promise<CommitResult<Committed>> {
    invariant(this.#seen !== null, "changes are read before they are committed");
    return commit(this.#seen.places, this.#seen.diff, plan, {
      command: this.#command,
    });
  }

  /** Keeps it uncommitted, for another process to reopen. @throws NotKept */
  keep(label: string): Promise<KeptSandbox> {
    return this.#sandbox.keep({ label });
  }

  /** Discards it, with what it was reopened from. */
  async discard(): Promise<void> {
    await this.#sandbox.discard();
  }

  /** What it was reopened from stays kept. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sandbox[Symbol.asyncDispose]();
  }
}
