/**
 * What of a verified proposal a person wants. The check has passed, but a check can be bent: by a
 * change that runs later, and most of all by a corrected command, for which any check passes.
 */
import { createInterface } from "node:readline/promises";
import type { Failure, Proposal } from "@bazaar/client";
import { type ApprovedPlan, type JudgedChange, planCommit } from "@bazaar/guard/commit";
import { inertText } from "@bazaar/kernel";
import { say } from "../terminal.ts";
import { approve } from "../try/approve.ts";

export interface Approval {
  readonly changes: readonly JudgedChange[];
  readonly proposal: Proposal;
  readonly failure: Failure;
  /** Harmless changes inside the working tree are wanted without asking. */
  readonly isYes: boolean;
}

/** Nobody to ask: the plan, or why there is none. */
export function unattended(
  { changes, proposal, isYes }: Approval,
  isStranger: boolean,
): ApprovedPlan | string {
  if (!isYes) return "there is no terminal to ask on: --yes keeps what is harmless";
  if (proposal.command !== null && isStranger) {
    return `a stranger's command needs your own word: ${proposal.command}`;
  }
  // All or nothing: half of a repair is none.
  const plan = planCommit({ judged: changes, approved: new Set() });
  return plan.leftOut.length === 0 ? plan : "some changes must be approved one by one";
}

/** Null when the person wants none of it, or leaves. Commands said yes to are added to `accepted`. */
export function askPerson(
  { changes, proposal, failure, isYes }: Approval,
  accepted: Set<string>,
  signal: AbortSignal,
): Promise<ApprovedPlan | null> {
  return asking(signal, async (ask) => {
    const { command } = proposal;
    if (command !== null) {
      const question = `Instead of: ${failure.command}\nrun for real: ${command}`;
      if (!(await ask(question))) return null;
      accepted.add(command);
    }
    const plan = planCommit({ judged: changes, approved: new Set() });
    if (changes.length === 0 || (isYes && plan.leftOut.length === 0)) return plan;
    const workingTree = failure.directory;
    const approved = await approve({ judged: changes, workingTree, ask, tell: say });
    return approved === null ? null : planCommit({ judged: changes, approved });
  });
}

type Ask = (question: string) => Promise<boolean>;

async function asking<T>(signal: AbortSignal, put: (ask: Ask) => Promise<T>): Promise<T | null> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const leaving = new AbortController();
  prompt.on("SIGINT", () => process.kill(process.pid, "SIGINT")).on("close", () => leaving.abort());
  const until = AbortSignal.any([signal, leaving.signal]);
  try {
    return await put(async (question) => {
      const answer = await prompt.question(`${inertText(question)} [y/N] `, { signal: until });
      return /^y(?:es)?$/i.test(answer.trim());
    });
  } catch (error) {
    if (!until.aborted) throw error;
    return null;
  } finally {
    prompt.close();
  }
}
