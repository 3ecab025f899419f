/**
 * Deletes what a kept fix wrote without telling its market. The market is only asked what that would
 * cost; if it does not answer, the fix is deleted all the same.
 */
import { type DiscardNeeds, discard, type Reviewed, type WaitingRepair } from "@bazaar/client";
import type { Contract } from "@bazaar/doors/connection";
import { explainRefusal } from "@bazaar/guard/sandbox";
import { BadInput } from "@bazaar/terminal";
import { waitingWords } from "../../contracts/state-words.ts";
import type { UserInterface } from "../user-interface.ts";
import type { ReviewFlags } from "./decide.ts";
import { type Seen, see } from "./list-waiting.ts";
import { openReviewMarket } from "./review-market.ts";
import {
  alreadyAccepted,
  DISCARDED,
  reviewCommand,
  standingWords,
  undecidedWords,
} from "./waiting-words.ts";

const EXIT_NOT_ACCEPTED = 1;

export async function discardOnTerminal(
  waiting: WaitingRepair,
  needs: DiscardNeeds,
  { yes = false }: ReviewFlags,
  ui: UserInterface,
): Promise<number> {
  const { say, clock } = ui;
  say("review", `${waiting.command}  (in ${waiting.directory})`);
  const seen = await lookedAt(waiting, ui);
  if (seen.is === "refused") {
    say("market", seen.problem);
    return EXIT_NOT_ACCEPTED;
  }
  if (seen.is === "seen") {
    const { contract, standing } = seen;
    say("state", standingWords(contract, standing, clock.nowMs()));
    if (standing === "working" || standing === "in_court") {
      throw new BadInput("the contract is still running: end it with fix cancel or fix halt");
    }
    if (standing === "reviewable" && !yes) return sayChoice(contract, ui);
  }
  const done = await discard(waiting.contract, needs);
  sayDone(done, waiting, ui);
  if (done.is === "discarded") sayCost(seen, ui);
  return EXIT_NOT_ACCEPTED;
}

async function lookedAt(waiting: WaitingRepair, { clock }: UserInterface): Promise<Seen> {
  await using market = await openReviewMarket(waiting.market, { hasAgent: false, clock });
  return await see(waiting, market);
}

/** While the review window is open, the user can still avoid the payment. */
function sayChoice(contract: Contract, { say }: UserInterface): number {
  const name = reviewCommand(contract);
  say("not done", "if you only discard it, the agent is paid when the review window ends");
  say("choose", `${name} --reject rejects it, and the agent may contest that`);
  say("choose", `${name} --discard --yes throws it away, and the agent is paid`);
  return EXIT_NOT_ACCEPTED;
}

function sayDone(done: Reviewed, waiting: WaitingRepair, { say }: UserInterface): void {
  if (done.is === "discarded") say("discarded", DISCARDED);
  if (done.is === "no_sandbox") say("waits", explainRefusal(done.refusal));
  if (done.is === "already_accepted") throw alreadyAccepted(waiting);
  if (done.is === "in_use" || done.is === "gone") say("not done", undecidedWords(done.is));
}

function sayCost(seen: Seen, { say, clock }: UserInterface): void {
  if (seen.is === "no_answer") {
    say("market", `${seen.problem}; if the review window is open, the agent is paid when it ends`);
  }
  if (seen.is === "seen" && seen.standing === "reviewable") {
    const waits = waitingWords(seen.contract.state, "principal", clock.nowMs());
    say("waits for", `${waits}; then the agent is paid, unless you dispute the fix (fix dispute)`);
  }
}
