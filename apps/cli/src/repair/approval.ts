/**
 * Which changes of a verified proposal the user approves. Passing the check is not enough: a change may
 * take effect later, and a corrected command passes any check.
 */

import type { Correction, Failure, Proposal } from "@bazaar/client";
import {
  type ApprovedPlan,
  type JudgedChange,
  leftToApprove,
  planCommit,
} from "@bazaar/guard/commit";
import { screenSize } from "@bazaar/terminal";
import { asking, noTerminal } from "@bazaar/terminal/prompt";
import { visibleLine } from "../contracts/visible-command.ts";
import { complain, say } from "../terminal.ts";
import { approve } from "../try/approve.ts";
import { quoted } from "../try/show-changes.ts";
import { commandQuestion, RUN } from "./command-question.ts";
import { askCorrection, ownCorrection, unattendedCorrection } from "./own-correction.ts";

export interface Approval {
  readonly changes: readonly JudgedChange[];
  readonly proposal: Proposal;
  /** Of the user's own agent; null for a stranger's, and for a fix without one. */
  readonly correction: Correction | null;
  readonly failure: Pick<Failure, "command" | "directory">;
  /** Whether harmless changes inside the working tree are approved without asking. */
  readonly isYes: boolean;
}

/** Without a terminal: the plan, or why there is none. */
export function unattended(approval: Approval, isStranger: boolean): ApprovedPlan | string {
  const own = ownCorrection(approval);
  if (own !== null) return unattendedCorrection(own);
  const { changes, proposal, failure, isYes } = approval;
  if (!isYes) return noTerminal("--yes accepts harmless changes");
  if (proposal.correctedCommand !== null && isStranger) {
    return `a corrected command must be approved at a terminal, without --yes: ${visibleLine(proposal.correctedCommand)}`;
  }
  // All or nothing: half a repair does not help.
  const plan = planCommit({ judged: changes, approved: new Set() });
  return leftToApprove(plan).length === 0 ? plan : mustBeAsked(changes, failure.directory);
}

export function mustBeAsked(changes: readonly JudgedChange[], workingTree: string): string {
  const dangerous = changes.filter(({ dangers }) => dangers.length > 0);
  const [first] = dangerous;
  const [danger] = first?.dangers ?? [];
  if (first === undefined || danger === undefined) return ONE_BY_ONE;
  const more = dangerous.length === 1 ? "" : `, and ${dangerous.length - 1} more`;
  return `${ONE_BY_ONE}: ${quoted(first.change.path, workingTree)}, ${danger.sentence}${more}`;
}

const ONE_BY_ONE = "some changes must be approved one by one";

/** Null if the user declines. Approved commands are added to `accepted`. */
export function askPerson(
  approval: Approval,
  accepted: Set<string>,
  signal: AbortSignal,
): Promise<ApprovedPlan | null> {
  const own = ownCorrection(approval);
  const { changes, proposal, failure } = approval;
  return asking(signal, async (prompt) => {
    if (own !== null) return askCorrection(own, accepted, prompt);
    const { isYes: ask, isWord } = prompt;
    const { correctedCommand: command } = proposal;
    if (command !== null) {
      const question = commandQuestion(command, failure.command, screenSize());
      if (!question.isWhole) {
        complain(question.because);
        return null;
      }
      if (!(await isWord(question.text, RUN))) return null;
      accepted.add(command);
    }
    const plan = planCommit({ judged: changes, approved: new Set() });
    if (plan.included.length === 0 && leftToApprove(plan).length === 0) return plan;
    const workingTree = failure.directory;
    const approved = await approve({ judged: changes, workingTree, ask, tell: say });
    return approved === null ? null : planCommit({ judged: changes, approved });
  });
}
