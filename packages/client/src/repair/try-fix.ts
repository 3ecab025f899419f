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
import { changesNothing } from "@bazaar/guard/investigate";
import type { KeptSandbox, LayeredSandbox } from "@bazaar/guard/sandbox";
import { type Check, invariant, type JsonObject, judgeRun, type Verdict } from "@bazaar/kernel";
import type { Run, ShellCommand } from "@bazaar/work";
import { type Correction, meantWrites } from "./correction.ts";
import { evidenceOf } from "./evidence.ts";
import { isMark, noticing } from "./left-running.ts";
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
  readonly around: Surroundings;
  /** Whether the proposal comes from this machine's own agent, and is decided on at once. */
  readonly isOwnAgent: boolean;
}

export interface Surroundings {
  readonly workingTree: string;
  readonly home: string;
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
  const own = needs.isOwnAgent ? proposal.correctedCommand : null;
  const isReadOnly = own !== null && onlyReads(own, needs.around);
  const { run, verdict } = await runAndJudge(sandbox, proposal, needs, {
    isApplied: own !== null && !isReadOnly,
    // What it prints for real is shown.
    isQuiet: isReadOnly,
  });
  const seen = evidenceOf(run, needs.scrub);
  needs.tell({ type: "tried", evidence: seen, verdict });
  const evidence = (await needs.publish?.(run, verdict)) ?? seen;
  const { command } = needs;
  const ownCommand = ownCommandOf(proposal, needs);
  const correction =
    own === null || verdict !== "pass"
      ? null
      : isReadOnly
        ? READ_ONLY
        : await applied(run, sandbox, needs);
  return new Attempt(sandbox, { evidence, verdict, command, ownCommand, correction });
}

const READ_ONLY: Correction = { is: "read_only" };

async function applied(
  { stdout }: Run,
  sandbox: LayeredSandbox,
  { around }: TrialNeeds,
): Promise<Correction> {
  const written = await sandbox.lost();
  const lost = meantWrites(
    written.filter((path) => !isMark(path)),
    around,
  );
  return { is: "applied", stdout, lost, leavesProcess: written.some(isMark) };
}

function onlyReads(command: string, { workingTree, home, path }: Surroundings): boolean {
  return changesNothing(command, { directory: workingTree, home, searchPath: path });
}

/** What ran in the fix layer, if it is our own correction of the person's command. */
function ownCommandOf(
  { fix, correctedCommand }: Proposal,
  { command, isOwnAgent }: TrialNeeds,
): string | null {
  if (!isOwnAgent) return null;
  if (correctedCommand === null) return GIT_COMMAND.test(command) ? fix : null;
  return [fix, correctedCommand].filter((text) => text.trim() !== "").join("\n");
}

interface Findings {
  readonly run: Run;
  readonly verdict: Verdict;
}

interface Manner {
  /** Whether what the checked command writes is part of the fix. */
  readonly isApplied: boolean;
  readonly isQuiet: boolean;
}

async function runAndJudge(
  sandbox: LayeredSandbox,
  { fix, correctedCommand }: Proposal,
  { command, checks, timeoutMs, scrub, signal, tell }: TrialNeeds,
  { isApplied, isQuiet }: Manner,
): Promise<Findings> {
  const onOutput: ShellCommand["onOutput"] = (bytes, stream) => {
    if (!isQuiet) tell({ type: "output", bytes, stream });
  };
  const how = { timeoutMs, signal, onOutput };
  // A fix that only corrects the command has nothing to run first.
  const prepared = fix.trim() === "" ? null : await sandbox.run({ text: fix, ...how });
  if (prepared !== null && prepared.stoppedBy !== null) {
    return { run: prepared, verdict: "no_verdict" };
  }
  const asTyped = correctedCommand ?? command;
  const checked = { text: isApplied ? noticing(asTyped) : asTyped, ...how };
  const run = await (isApplied ? sandbox.run(checked) : sandbox.rehearse(checked));
  return { run, verdict: judgeRun(checks, evidenceOf(run, scrub)) };
}

interface AttemptFacts {
  /** As it may be published. */
  readonly evidence: JsonObject;
  readonly verdict: Verdict;
  /** The failed command, which labels the commit. */
  readonly command: string;
  /** See `JudgeSurroundings.ownCommand`. */
  readonly ownCommand: string | null;
  readonly correction: Correction | null;
}

export class Attempt implements AsyncDisposable {
  readonly evidence: JsonObject;
  readonly verdict: Verdict;
  readonly correction: Correction | null;
  readonly #sandbox: LayeredSandbox;
  readonly #command: string;
  readonly #ownCommand: string | null;
  #seen: LayerChanges | null = null;

  constructor(sandbox: LayeredSandbox, facts: AttemptFacts) {
    this.#sandbox = sandbox;
    this.#command = facts.command;
    this.#ownCommand = facts.ownCommand;
    this.correction = facts.correction;
    this.evidence = facts.evidence;
    this.verdict = facts.verdict;
  }

  /** What the fix changed, each change with its risks. */
  async changes(around: Surroundings): Promise<CommitResult<readonly JudgedChange[]>> {
    const seen = await layerChanges(this.#sandbox);
    if (!seen.ok) return seen;
    this.#seen = seen.value;
    return {
      ok: true,
      value: judgeChanges(seen.value.diff, { ...around, ownCommand: this.#ownCommand }),
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
