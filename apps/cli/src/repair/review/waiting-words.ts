/** Kept fixes in words: what each waits for, how long, and what happens then. */
import type { ReviewStanding, WaitingRepair } from "@bazaar/client";
import type { Contract } from "@bazaar/doors/connection";
import { BadInput } from "@bazaar/terminal";
import { onOneLine } from "../../contracts/inert-lines.ts";
import { endWords, shortName, silenceWords, waitingWords } from "../../contracts/state-words.ts";
import type { Listed } from "./list-waiting.ts";

const MAX_COMMAND = 60;

export function reviewCommand({ id }: Pick<Contract, "id">): string {
  return `fix review ${shortName({ id })}`;
}

/** What to do about a contract that is left waiting. */
export function nextSteps({ id, state }: Contract, nowMs: number): readonly string[] {
  const waiting = waitingWords(state, "principal", nowMs);
  const then = silenceWords(state, "principal");
  return [
    ...(waiting === null
      ? []
      : [`it waits for ${waiting}${then === null ? "" : `; then ${then}`}`]),
    `${reviewCommand({ id })} shows what would change, and accepts or rejects it`,
  ];
}

/** One entry of the list. */
export function waitingLines({ waiting, seen }: Listed, nowMs: number): readonly string[] {
  const { contract, command, kept } = waiting;
  const corrected = kept?.correctedCommand ?? null;
  const instead = corrected === null ? "" : ` (instead: ${onOneLine(corrected, MAX_COMMAND)})`;
  const isSeen = seen.is === "seen";
  const stands = isSeen ? standingWords(seen.contract, seen.standing, nowMs) : seen.problem;
  const isOver = isSeen && seen.standing === "over";
  return [
    `${shortName({ id: contract })}  ${onOneLine(command, MAX_COMMAND)}${instead}`,
    `  ${stands}`,
    ...(isOver ? [] : [`  ${reviewCommand({ id: contract })}`]),
  ];
}

export function standingWords(
  { state }: Contract,
  standing: ReviewStanding,
  nowMs: number,
): string {
  const waiting = waitingWords(state, "principal", nowMs);
  switch (standing) {
    case "contradicted":
      return CONTRADICTED;
    case "working":
      return `no fix has passed yet; it waits for ${waiting}`;
    case "reviewable":
      return `waits for ${waiting}; then the agent is paid`;
    case "paid":
      return `${paidWords(state)}; the fix waits to be accepted or discarded`;
    case "in_court":
      return `${state.phase === "contest" ? "rejected" : "in court"}; it waits for ${waiting}`;
    case "over":
      return `ended: ${endWords(state)}; there is nothing left to accept`;
  }
}

const CONTRADICTED =
  "the market shows another history of this contract than before: it was restored from a backup, or " +
  "it is dishonest; nothing is done, and the kept fix stays";

export const DISCARDED = "what the fix wrote is deleted; your files are unchanged";

/** Where another process was first. */
export function undecidedWords(is: "in_use" | "gone"): string {
  const did = is === "in_use" ? "has this fix open" : "has finished this fix";
  return `another fix review ${did}; nothing was done`;
}

export function alreadyAccepted({ contract }: WaitingRepair): BadInput {
  const name = reviewCommand({ id: contract });
  return new BadInput(`you have already accepted this fix; ${name} --yes completes that`);
}

function paidWords({ phase }: Contract["state"]): string {
  return phase === "resolved"
    ? "the court ruled for the agent, which was paid"
    : "review window over, the agent was paid";
}
