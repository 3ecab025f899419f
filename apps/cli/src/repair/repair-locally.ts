/**
 * A repair without a market: known fixes, rules, and the user's own models, with the same guarded
 * investigation, sandbox and approval as for an agent of a market.
 *
 * Where the cause lies outside of any sandbox, nothing is run again: only rules are asked, and only for
 * what they know about it.
 */
import {
  changedFix,
  type Fix,
  type Hint,
  type Look,
  type Problem,
  type Trial,
  taskIn,
  WorkOver,
  waitingIn,
} from "@bazaar/agent";
import { agentSolver } from "@bazaar/agent/agent-solver";
import {
  contractDocument,
  detectEnvironment,
  investigateAndTell,
  type Repaired,
  tryProposal,
} from "@bazaar/client";
import { explain } from "@bazaar/guard/investigate";
import { type ModelAccess, readModelAccess } from "@bazaar/work/model";
import { localConditions } from "./conditions.ts";
import { unrepaired } from "./outcome-words.ts";
import type { RepairContext } from "./repair-context.ts";
import type { Repairing } from "./repair-failure.ts";
import { reproduce } from "./reproduce.ts";
import { sayHints } from "./say-hints.ts";

const MAX_LOOKS = 20;

/** Null if no fix was found or accepted. `cause`: what no sandbox can show, as a sentence. */
export async function repairLocally(
  repairing: Repairing,
  place: RepairContext,
  cause: string | null = null,
): Promise<Repaired | null> {
  const access = readModelAccess(cause === null ? process.env : {});
  const found = await searchLocally(repairing, place, access, cause);
  const { repaired, hints } = found;
  const isNamed = cause === null || hints.length > 0;
  const named = isNamed ? hints : [{ explanation: cause }];
  if (repaired === null) sayUnrepaired({ ...found, hints: named }, place.ui);
  return repaired;
}

/** What the search has come to. */
export interface LocalSearch {
  readonly repaired: Repaired | null;
  readonly hints: readonly Hint[];
  readonly hasTried: boolean;
  /** Whether it ended early, for a reason that was said: nothing else would help. */
  readonly isOver: boolean;
  /** Where the failure was reproduced; null if there was no fix to try. */
  readonly reproduced: RepairContext | null;
}

/** Only with known fixes and rules unless there is access to models. */
export async function searchLocally(
  repairing: Repairing,
  place: RepairContext,
  access: ModelAccess,
  cause: string | null = null,
): Promise<LocalSearch> {
  const { own, ui } = place;
  const bench = new Workbench(repairing, place, cause);
  const solver = agentSolver({
    knownFixes: own.knownFixes,
    trustAfter: 1,
    access,
    redactions: place,
    onError: (error, { name }) => ui.say(name, String(error)),
  });
  let isOver = false;
  try {
    await solver.solve(bench.now(), bench);
  } catch (error) {
    if (!(error instanceof WorkOver)) throw error;
    isOver = true;
  }
  const { repaired, hints, reproduced } = bench;
  return { repaired, hints, hasTried: bench.now().tried.length > 0, isOver, reproduced };
}

/** A search that ended early has said why, but for the person's own part in it. */
export function sayUnrepaired(
  { hints, isOver, hasTried }: LocalSearch,
  ui: RepairContext["ui"],
): void {
  const { declined, signal, say } = ui;
  if (signal.aborted) {
    say("stopped", "stopped by you; your files are unchanged");
    return;
  }
  sayHints(hints, ui);
  if (isOver && declined === null) return;
  const search = { declined, hasHint: hints.length > 0, hasTried };
  for (const { label, text } of unrepaired(search)) say(label, text);
}

class Workbench {
  readonly signal: AbortSignal;
  repaired: Repaired | null = null;
  readonly hints: Hint[] = [];
  readonly #repairing: Repairing;
  #place: RepairContext;
  readonly #cause: string | null;
  reproduced: RepairContext | null = null;
  readonly #problem: Problem;
  readonly #seen: Problem["seen"][number][] = [];
  readonly #tried: Problem["tried"][number][] = [];

  constructor(repairing: Repairing, place: RepairContext, cause: string | null) {
    this.#repairing = repairing;
    this.#cause = cause;
    this.#place = place;
    this.#problem = problemOf(repairing, place);
    this.signal = place.ui.signal;
    // A solver is given these as plain functions.
    this.now = this.now.bind(this);
    this.look = this.look.bind(this);
    this.propose = this.propose.bind(this);
    this.hint = this.hint.bind(this);
  }

  now(): Problem {
    return {
      ...this.#problem,
      looksLeft: MAX_LOOKS - this.#seen.length,
      attemptsLeft: this.#problem.attemptsLeft - this.#tried.length,
      seen: [...this.#seen],
      tried: [...this.#tried],
    };
  }

  async look(command: string): Promise<Look> {
    this.#stopIfHalted();
    if (this.now().looksLeft <= 0) return { isSeen: false, because: "no looks left" };
    const found = await investigateAndTell(this.#place.restore(command), this.#place);
    if (!found.ok) return { isSeen: false, because: explain(found.refusal) };
    const { output } = found.value;
    this.#seen.push({ command, output });
    return { isSeen: true, output };
  }

  async propose(scrubbed: Fix): Promise<Trial> {
    this.#stopIfHalted();
    if (this.#cause !== null) return { verdict: "not_tried", because: this.#cause };
    await this.#reproduce();
    const { failed, openSandbox, scrub, around, tell } = this.#place;
    const { config, approve } = this.#repairing;
    const fix = changedFix(scrubbed, this.#place.restore);
    const { shell, explanation, correctedCommand = null } = fix;
    const proposal = { fix: shell, explanation, correctedCommand };
    tell({ type: "trying", proposal, attempt: this.#tried.length + 1 });
    const opened = await openSandbox();
    if (!opened.ok) {
      tell({ type: "no_sandbox", refusal: opened.refusal });
      this.#place.ui.say("hint", "fix doctor shows what is missing");
      throw new WorkOver("no sandbox");
    }
    await using attempt = await tryProposal(opened.value, proposal, {
      command: failed.command,
      checks: this.#problem.checks,
      timeoutMs: config.timeoutSeconds * 1_000,
      scrub,
      around,
      signal: this.signal,
      tell,
      isOwnAgent: true,
    });
    const said = String(attempt.evidence.tail ?? "");
    const { correctedCommand: scrubbedCommand = null } = scrubbed;
    this.#tried.push({ shell: scrubbed.shell, correctedCommand: scrubbedCommand, said });
    if (attempt.verdict !== "pass") {
      const { attemptsLeft } = this.now();
      return { verdict: "fail", said, attemptsLeft, ...waitingIn(attempt.evidence) };
    }
    const changes = await attempt.changes(around);
    if (!changes.ok) {
      tell({ type: "not_committed", refusal: changes.refusal });
      throw new WorkOver("its changes cannot be shown");
    }
    tell({ type: "changes", changes: changes.value });
    const { correction } = attempt;
    const plan = await approve(changes.value, proposal, correction, true);
    // A user who declined a working fix is not asked again.
    if (plan === null) throw new WorkOver("not approved");
    const committed = await attempt.commit(plan);
    if (!committed.ok) {
      tell({ type: "not_committed", refusal: committed.refusal });
      throw new WorkOver("not committed");
    }
    tell({ type: "committed", changes: committed.value.changes });
    this.repaired = { proposal, correction };
    return { verdict: "pass" };
  }

  hint(hint: Hint): void {
    this.hints.push(hint);
  }

  /** Only when there is a fix to try: before that it would be a run for nothing. */
  async #reproduce(): Promise<void> {
    if (this.reproduced !== null) return;
    const { failure, asksToShow } = this.#repairing;
    const place = await reproduce(this.#place, { failure, asksToShow });
    if (place === null) throw new WorkOver("not reproduced");
    this.#place = place;
    this.reproduced = place;
  }

  #stopIfHalted(): void {
    if (this.signal.aborted) throw new WorkOver("halted");
  }
}

/** The failure as an agent would see it. */
export function problemOf(
  { failure, config }: Pick<Repairing, "failure" | "config">,
  { around, scrub }: Pick<RepairContext, "scrub"> & { readonly around: { readonly path: string } },
): Problem {
  const { checks, mode, ...conditions } = localConditions(config);
  const environment = detectEnvironment(around.path);
  const document = contractDocument(failure, { checks, mode, ...conditions }, environment, scrub);
  return {
    ...taskIn(document),
    contract: "local",
    principal: "local",
    checks,
    mode,
    looksLeft: MAX_LOOKS,
    attemptsLeft: config.maxAttempts,
    seen: [],
    tried: [],
  };
}
