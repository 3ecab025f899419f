/** What the person says to a fix that was kept: beforehand, or asked at the terminal. */
import type { Decision, ReviewStanding, SeenFix, WaitingRepair, Wish } from "@bazaar/client";
import { decide as decideAct } from "@bazaar/kernel";
import { stakesOf } from "../../contracts/stakes.ts";
import { durationWords } from "../../contracts/time-words.ts";
import { asking } from "../../prompt.ts";
import { askPerson, unattended } from "../approval.ts";
import type { Stage } from "../stage.ts";

export interface ReviewFlags {
  readonly yes?: boolean;
  /** True without a reason. */
  readonly reject?: string | true;
  readonly dispute?: string;
  readonly discard?: boolean;
  readonly again?: boolean;
  readonly json?: boolean;
}

/** What was said beforehand; null where nothing was. */
export function wishOf({ reject, dispute, again }: ReviewFlags): Wish | null {
  if (dispute !== undefined) return { is: "dispute", argument: dispute };
  if (reject !== undefined) return { is: "reject", reason: reject === true ? "" : reject };
  return again === true ? { is: "again" } : null;
}

export interface Deciding {
  readonly waiting: WaitingRepair;
  readonly standing: ReviewStanding;
  readonly flags: ReviewFlags;
  readonly stage: Stage;
}

export async function decide(seen: SeenFix, deciding: Deciding): Promise<Decision> {
  const { waiting, flags, stage } = deciding;
  const changes = await stage.showChanges(seen.changes, waiting.directory);
  if (!seen.isAsShown)
    stage.say("differs", "the fix writes something else than when you last saw it");
  sayStakes(seen, stage);
  const { proposal } = seen;
  const approval = { changes, proposal, failure: waiting, isYes: flags.yes === true };
  if (!stage.isAsking) {
    const plan = seen.isAsShown ? unattended(approval, waiting.market !== null) : OTHER_CHANGES;
    if (typeof plan !== "string") return { is: "accept", plan };
    stage.say("not done", plan);
    return { is: "later" };
  }
  // Where nothing would change there is no question about changes, and money is still paid.
  const isAsked = changes.length > 0 || proposal.correctedCommand !== null;
  const isWanted = isAsked || (await asking(stage.signal, ({ isYes }) => isYes("Accept it?")));
  const plan = isWanted ? await askPerson(approval, stage.accepted, stage.signal) : null;
  if (plan !== null) return { is: "accept", plan };
  return stage.signal.aborted ? { is: "later" } : askWhatElse(seen, deciding);
}

const OTHER_CHANGES = "--yes was for other changes; repeat it to accept these";

/** Who is paid what where it is accepted. */
function sayStakes({ contract }: SeenFix, { say }: Stage): void {
  const { state } = contract;
  const act = { type: "review_accept", by: state.terms.principal, data: {} } as const;
  const accepted = decideAct(state, act, state.receivedMs);
  if (!accepted.ok) return;
  for (const line of stakesOf(state, accepted.value, "principal").lines) say("cost", line);
}

const WHY = "Reason, for the agent to read (optional):";

async function askWhatElse(
  { contract }: SeenFix,
  { standing, stage }: Deciding,
): Promise<Decision> {
  const answer = await asking(stage.signal, async ({ isYes, line }): Promise<Decision> => {
    if (standing === "paid") {
      return (await isYes("Discard it?")) ? { is: "discard" } : { is: "later" };
    }
    const { contestSeconds } = contract.state.terms.rules;
    const contest = `the agent may contest it for ${durationWords(contestSeconds * 1_000)}`;
    if (!(await isYes(`Reject it (${contest})?`))) return { is: "later" };
    return { is: "reject", reason: await line(() => WHY) };
  });
  return answer ?? { is: "later" };
}
