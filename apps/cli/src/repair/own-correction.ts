/**
 * Whether a corrected command of the user's own agent is accepted. It has run in the sandbox, and
 * committing its changes applies it; what it wrote elsewhere is lost, so that it would have to run
 * for real.
 */

import { homedir } from "node:os";
import type { Correction } from "@bazaar/client";
import {
  type ApprovedPlan,
  type DangerCode,
  type JudgedChange,
  leftToApprove,
  planCommit,
} from "@bazaar/guard/commit";
import { screenSize } from "@bazaar/terminal";
import { noTerminal, type Prompt } from "@bazaar/terminal/prompt";
import { onOneLine } from "../contracts/inert-lines.ts";
import { counted } from "../counted.ts";
import { complain, say } from "../terminal.ts";
import { approve } from "../try/approve.ts";
import { quoted } from "../try/show-changes.ts";
import { withoutNoise } from "../try/without-noise.ts";
import { type Approval, mustBeAsked } from "./approval.ts";
import { wholeQuestion } from "./command-question.ts";

const MAX_NAMED = 3;
const STARTS = "It starts a process that ends with the sandbox";
const NOTHING: ApprovedPlan = planCommit({ judged: [], approved: new Set() });

type OwnApproval = Approval & {
  readonly correction: Correction;
  readonly command: string;
};

/** Null for every other proposal. */
export function ownCorrection(approval: Approval): OwnApproval | null {
  const { correction } = approval;
  const { correctedCommand: command } = approval.proposal;
  return correction === null || command === null ? null : { ...approval, correction, command };
}

/** Without a terminal: the plan, or why there is none. */
export function unattendedCorrection(approval: OwnApproval): ApprovedPlan | string {
  const { changes, correction, failure, isYes } = approval;
  if (!isYes) return noTerminal("--yes accepts it");
  const lost = lostWords(correction);
  if (lost !== null) return lost;
  const plan = planCommit({ judged: changes, approved: new Set() });
  return leftToApprove(plan).length === 0 ? plan : mustBeAsked(changes, failure.directory);
}

/** Null if the user declines. A command that has to run for real is added to `accepted`. */
export async function askCorrection(
  approval: OwnApproval,
  accepted: Set<string>,
  { isYes: ask }: Prompt,
): Promise<ApprovedPlan | null> {
  const { changes, correction, command, failure, proposal } = approval;
  const plan = planCommit({ judged: changes, approved: new Set() });
  const isHarmless = leftToApprove(plan).length === 0;
  const lost = lostWords(correction);
  if (lost !== null && proposal.fix.trim() !== "") {
    complain(lost);
    return null;
  }
  const ran = [proposal.fix.trim(), command].filter((text) => text !== "").join("\n");
  const asked = wholeQuestion(
    {
      command: ran,
      failed: failure.command,
      what: lost === null && correction.is === "applied" ? "this ran in the sandbox" : "this works",
      question: lost === null ? questionOn(approval) : `${lost}. Run it for real?`,
    },
    screenSize(),
  );
  if (!asked.isWhole) {
    complain(asked.because);
    return null;
  }
  if (!(await ask(asked.text))) return null;
  if (lost !== null) {
    accepted.add(command);
    return NOTHING;
  }
  if (isHarmless) return plan;
  if (isPlain(changes)) {
    const all = new Set(changes.map(({ change }) => change.path));
    return planCommit({ judged: changes, approved: all });
  }
  const workingTree = failure.directory;
  const approved = await approve({ judged: changes, workingTree, ask, tell: say });
  return approved === null ? null : planCommit({ judged: changes, approved });
}

function questionOn({ changes, correction, failure }: OwnApproval): string {
  if (correction.is === "read_only") return "Run it?";
  const { length } = withoutNoise(changes);
  if (length === 0) return "Accept it?";
  const keep = `Keep its ${counted(length, "change")}?`;
  const unusual = changes.filter(({ dangers }) => dangers.length > 0);
  const [first] = unusual;
  if (first === undefined || !isPlain(changes)) return keep;
  const why = first.dangers.map(({ sentence }) => sentence).join("; ");
  const more = unusual.length === 1 ? "" : `, and ${unusual.length - 1} more`;
  return `${keep} (${quoted(first.change.path, failure.directory)}: ${why}${more})`;
}

/** What our own command left, and what nothing runs by itself: the one question is enough. */
const PLAIN: ReadonlySet<DangerCode> = new Set(["unknown_kind", "git_data", "not_shown"]);

function isPlain(changes: readonly JudgedChange[]): boolean {
  return changes.every(({ dangers }) => dangers.every(({ code }) => PLAIN.has(code)));
}

/** What it wrote where nothing is kept, or started that has ended; null if nothing. */
function lostWords(correction: Correction): string | null {
  if (correction.is === "read_only") return null;
  if (correction.lost.length === 0) return correction.leavesProcess ? STARTS : null;
  const home = homedir();
  const named = correction.lost.slice(0, MAX_NAMED).map((path) => {
    return onOneLine(path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path);
  });
  const more = correction.lost.length - named.length;
  const rest = more > 0 ? ` and ${more} more` : "";
  return `It writes where the sandbox keeps nothing: ${named.join(", ")}${rest}`;
}
