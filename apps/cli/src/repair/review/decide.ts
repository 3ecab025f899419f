/** The user's decision on a kept fix, given by flags or asked for at the terminal. */
import type { Decision, ReviewStanding, SeenFix, WaitingRepair, Wish } from "@bazaar/client";
import type { Contract } from "@bazaar/doors/connection";
import { contestMs, decide as decideAct } from "@bazaar/kernel";
import { asking } from "@bazaar/terminal/prompt";
import { rejectionCost, stakesOf } from "../../contracts/stakes.ts";
import { durationWords } from "../../contracts/time-words.ts";
import type { ShowFlags } from "../../shows/show-option.ts";
import { withoutNoise } from "../../try/without-noise.ts";
import { askPerson, unattended } from "../approval.ts";
import type { UserInterface } from "../user-interface.ts";

export interface ReviewFlags extends ShowFlags {
  readonly yes?: boolean;
  /** True without a reason. */
  readonly reject?: string | true;
  readonly dispute?: string;
  readonly discard?: boolean;
  readonly again?: boolean;
  readonly json?: boolean;
}

/** The decision given by flags; null if there is none. */
export function wishOf({ reject, dispute, again }: ReviewFlags): Wish | null {
  if (dispute !== undefined) return { is: "dispute", argument: dispute };
  if (reject !== undefined) return { is: "reject", reason: reject === true ? "" : reject };
  return again === true ? { is: "again" } : null;
}

export interface Deciding {
  readonly waiting: WaitingRepair;
  readonly standing: ReviewStanding;
  readonly flags: ReviewFlags;
  readonly ui: UserInterface;
}

export async function decide(seen: SeenFix, deciding: Deciding): Promise<Decision> {
  const { waiting, flags, ui } = deciding;
  const changes = await ui.showChanges(seen.changes, waiting.directory);
  if (!seen.isAsShown) ui.say("differs", "the fix writes something else than when you last saw it");
  sayStakes(seen, ui);
  const { proposal } = seen;
  const approval = {
    changes,
    proposal,
    // It was kept without what the corrected command did.
    correction: null,
    failure: waiting,
    isYes: flags.yes === true,
  };
  if (!ui.isAsking) {
    const plan = seen.isAsShown ? unattended(approval, waiting.market !== null) : OTHER_CHANGES;
    if (typeof plan !== "string") return { is: "accept", plan };
    ui.say("not done", plan);
    return { is: "later" };
  }
  // Without changes nothing asks for approval, but money is paid.
  const isAsked = withoutNoise(changes).length > 0 || proposal.correctedCommand !== null;
  const isWanted = isAsked || (await asking(ui.signal, ({ isYes }) => isYes("Accept it?")));
  const plan = isWanted ? await askPerson(approval, ui.accepted, ui.signal) : null;
  if (plan !== null) return { is: "accept", plan };
  return ui.signal.aborted ? { is: "later" } : askWhatElse(seen, deciding);
}

const OTHER_CHANGES = "--yes was for other changes; repeat it to accept these";

/** Shows who is paid what if it is accepted. */
function sayStakes({ contract }: SeenFix, { say }: UserInterface): void {
  const { state } = contract;
  const act = { type: "review_accept", by: state.terms.principal, data: {} } as const;
  const accepted = decideAct(state, act, state.receivedMs);
  if (!accepted.ok) return;
  for (const line of stakesOf(state, accepted.value, "principal").lines) say("cost", line);
}

/** Said before it is charged. */
export function rejectionWords({ state }: Contract): string {
  const cost = rejectionCost(state);
  return cost === null
    ? "rejecting costs nothing"
    : `rejecting costs ${cost}: the agent's fix passed its check`;
}

const WHY = "Reason, for the agent to read (optional):";

async function askWhatElse({ contract }: SeenFix, { standing, ui }: Deciding): Promise<Decision> {
  const answer = await asking(ui.signal, async ({ isYes, line }): Promise<Decision> => {
    if (standing === "paid") {
      return (await isYes("Discard it?")) ? { is: "discard" } : { is: "later" };
    }
    const windowMs = contestMs(contract.state.terms.rules);
    const contest = `the agent may contest it for ${durationWords(windowMs)}`;
    if (!(await isYes(`Reject it (${rejectionWords(contract)}; ${contest})?`))) {
      return { is: "later" };
    }
    return { is: "reject", reason: await line(() => WHY) };
  });
  return answer ?? { is: "later" };
}
