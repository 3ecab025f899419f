/**
 * Whether a corrected command of the user's own agent is accepted. It has run in the sandbox, and
 * committing its changes applies it; what it wrote elsewhere is lost, so that it would have to run
 * for real.
 */
import { homedir } from "node:os";
import type { Correction } from "@bazaar/client";
import { type ApprovedPlan, leftToApprove, planCommit } from "@bazaar/guard/commit";
import { onOneLine } from "../contracts/inert-lines.ts";
import { counted } from "../counted.ts";
import { noTerminal, type Prompt } from "../prompt.ts";
import { screenSize } from "../screen-size.ts";
import { complain, say } from "../terminal.ts";
import { approve } from "../try/approve.ts";
import { withoutNoise } from "../try/without-noise.ts";
import { type Approval, mustBeAsked } from "./approval.ts";
import { wholeQuestion } from "./command-question.ts";

const MAX_NAMED = 3;
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
  const { changes, correction, command, failure, proposal, isYes } = approval;
  const plan = planCommit({ judged: changes, approved: new Set() });
  const isHarmless = leftToApprove(plan).length === 0;
  const lost = lostWords(correction);
  if (lost === null && isHarmless && isYes) return plan;
  if (lost !== null && proposal.fix.trim() !== "") {
    complain(lost);
    return null;
  }
  const asked = wholeQuestion(
    {
      command,
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
  const workingTree = failure.directory;
  const approved = await approve({ judged: changes, workingTree, ask, tell: say });
  return approved === null ? null : planCommit({ judged: changes, approved });
}

function questionOn({ changes, correction }: OwnApproval): string {
  if (correction.is === "read_only") return "Run it?";
  const { length } = withoutNoise(changes);
  return length === 0 ? "Accept it?" : `Keep its ${counted(length, "change")}?`;
}

/** What it wrote where nothing is kept; null if nothing. */
function lostWords(correction: Correction): string | null {
  if (correction.is === "read_only" || correction.lost.length === 0) return null;
  const home = homedir();
  const named = correction.lost.slice(0, MAX_NAMED).map((path) => {
    return onOneLine(path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path);
  });
  const more = correction.lost.length - named.length;
  const rest = more > 0 ? ` and ${more} more` : "";
  return `It writes where the sandbox keeps nothing: ${named.join(", ")}${rest}`;
}
