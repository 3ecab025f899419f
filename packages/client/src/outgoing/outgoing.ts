/**
 * What of this machine leaves it in a repair: every text of a failure, every look, every result of a
 * check and every explanation passes through here.
 *
 * The market inside `fix` sees everything, scrubbed. To another machine goes little: a stranger's fix
 * decides what a check prints, so its output stays here, and so do files that have nothing to do with
 * the failure. What was agreed to by the user is added.
 */
import { randomBytes } from "node:crypto";
import type { Clock, Contract } from "@bazaar/doors/connection";
import type { InvestigationRefusal, Reading } from "@bazaar/guard/investigate";
import { type JsonObject, MAX_COMMITTED, outputCommitment, type Verdict } from "@bazaar/kernel";
import type { Run } from "@bazaar/work";
import { evidenceOf } from "../repair/evidence.ts";
import { endOf, plainOutput } from "../repair/plain-output.ts";
import type { Proposal } from "../repair/repair-event.ts";
import { durationStep } from "./duration-step.ts";
import { withoutEncoded } from "./encoded-blocks.ts";
import { failureText } from "./failure-text.ts";
import { NewLines } from "./new-lines.ts";
import { recurringLines, reducedEvidence } from "./reduced-evidence.ts";
import { SharedFiles } from "./shared-files.ts";

export interface Outgoing {
  /** A text of this machine as it may leave. */
  text(text: string): string;
  /** Why a command that the guard allows is not answered, or null. */
  permit(contract: Contract, reading: Reading): Promise<InvestigationRefusal | null>;
  /** The evidence of a check, as it is published. */
  evidence(contract: Contract, checked: CheckedRun): Promise<JsonObject>;
  /** Why a fix was not taken: in words that may name files, or by a refusal's code only. */
  reason(words: string, code: string): string;
}

export interface CheckedRun {
  readonly run: Run;
  readonly proposal: Proposal;
  readonly verdict: Verdict;
  /** When the attempt began, by the clock. */
  readonly startedMs: number;
}

/** To an agent and a market of the user's own. */
export function shareScrubbed(scrub: (text: string) => string): Outgoing {
  return {
    text: scrub,
    permit: async () => null,
    evidence: async (_, { run }) => evidenceOf(run, scrub),
    reason: scrub,
  };
}

/** What the user agrees to. A contract's lines and each file are asked for once, a tree each time. */
export interface Consent {
  /** Shows the new lines of a failed check before it asks. */
  readonly lines: (contract: Contract, lines: readonly string[]) => Promise<boolean>;
  readonly file: (contract: Contract, asked: AskedFile) => Promise<FileAnswer>;
}

export interface AskedFile {
  readonly path: string;
  /** A directory, of which the command may show anything: `yes` covers this command alone. */
  readonly isTree: boolean;
  /** The command, word by word. */
  readonly words: readonly string[];
}

/** `all`: this file and whatever else is asked for in its directory, or in the tree, and below. */
export type FileAnswer = "yes" | "no" | "all";

/** Nobody is there to ask. */
export const NO_CONSENT: Consent = { lines: async () => false, file: async () => "no" };

export interface ShareNeeds {
  readonly scrub: (text: string) => string;
  readonly around: { readonly workingTree: string; readonly home: string };
  readonly consent: Consent;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Keeps what opens a commitment, on this machine. */
  readonly keepWithheld: (contract: Contract, withheld: Withheld) => void;
  /** More new lines are about to leave, after the user has agreed once. */
  readonly showLines: (lines: readonly string[]) => void;
}

/** An output that stayed here. The commitment is an HMAC with SHA-256 over it; the salt is its key. */
export interface Withheld {
  readonly commitment: string;
  readonly salt: string;
  readonly output: string;
}

const SALT_BYTES = 32;
/** A report is not held back past its deadline, which is two minutes after the time limit. */
const HOLD_SLACK_MS = 60_000;

/** To a market elsewhere, for one contract. */
export function shareLittle(needs: ShareNeeds): Outgoing {
  return new Little(needs);
}

class Little implements Outgoing {
  readonly #needs: ShareNeeds;
  readonly #files: SharedFiles;
  readonly #newLines = new NewLines();
  #mayShareLines: boolean | null = null;

  constructor(needs: ShareNeeds) {
    this.#needs = needs;
    this.#files = new SharedFiles(needs);
  }

  text(text: string): string {
    return withoutEncoded(this.#needs.scrub(text));
  }

  permit(contract: Contract, reading: Reading): Promise<InvestigationRefusal | null> {
    return this.#files.refusal(contract, reading);
  }

  reason(_: string, code: string): string {
    return `Not done on the principal's machine: ${code}.`;
  }

  async evidence(contract: Contract, checked: CheckedRun): Promise<JsonObject> {
    const durationMs = await this.#holdToStep(contract, checked.startedMs);
    const { run, proposal, verdict } = checked;
    const output = this.text(plainOutput(run.output));
    const withheld = this.#keep(contract, output);
    const failure = failureText(contract);
    const again = recurringLines(failure, output);
    const fix = `${proposal.fix}\n${proposal.correctedCommand ?? ""}`;
    const fresh = verdict === "pass" ? [] : this.#newLines.choose(output, failure, fix);
    const shared = (await this.#isAgreed(contract, fresh)) ? fresh : [];
    const { checks } = contract.state.terms;
    const lines = [...again, ...shared];
    return reducedEvidence({ run, lines, durationMs, withheld, checks, verdict });
  }

  /** Answers the end of the step that was waited for. */
  async #holdToStep(contract: Contract, startedMs: number): Promise<number> {
    const { clock, signal } = this.#needs;
    const limitMs = contract.state.terms.rules.executionSeconds * 1_000 + HOLD_SLACK_MS;
    const elapsedMs = (): number => clock.nowMs() - startedMs;
    const stepMs = durationStep(elapsedMs(), limitMs);
    // A timer may end a little early.
    while (elapsedMs() < stepMs && !signal.aborted) {
      await clock.sleep(stepMs - elapsedMs(), signal);
    }
    return stepMs;
  }

  #keep(contract: Contract, output: string): Withheld {
    const salt = randomBytes(SALT_BYTES).toString("hex");
    const kept = endOf(output, MAX_COMMITTED);
    const withheld = { commitment: outputCommitment(salt, kept), salt, output: kept };
    this.#needs.keepWithheld(contract, withheld);
    return withheld;
  }

  async #isAgreed(contract: Contract, lines: readonly string[]): Promise<boolean> {
    if (lines.length === 0) return false;
    if (this.#mayShareLines === true) this.#needs.showLines(lines);
    this.#mayShareLines ??= await this.#needs.consent.lines(contract, lines);
    if (this.#mayShareLines) this.#newLines.take(lines);
    return this.#mayShareLines;
  }
}
