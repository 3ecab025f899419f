/** The agent before the court: it answers in time, and contests only what the record contradicts. */

import type { Contract } from "@bazaar/doors/http/connect";
import { isJsonObject, TEXT_LIMITS } from "@bazaar/kernel";
import { argumentOn, checksSay } from "./argument.ts";
import { act, type Desk } from "./desk.ts";
import { type Within, within } from "./within.ts";

/** Words for the court; they are waited for as long as most of the time to answer lasts. */
export type Argue = (contract: Contract) => Promise<string>;

/** The rest is for a market that is slow to answer. */
const SHARE_FOR_WORDS = 0.7;

export async function defend(desk: Desk, argue?: Argue): Promise<void> {
  const { watch } = desk;
  while (!watch.signal.aborted) {
    const { contract } = watch;
    const say = dueIn(contract);
    if (say !== null) {
      const answer = await act(desk, say, { argument: await said(desk, contract, argue) });
      if (answer.ok) continue;
      desk.hooks.error?.(new Error(`${say} was refused: ${answer.refusal.detail}`), contract);
    }
    if (watch.contract === contract) await watch.changed();
  }
}

/** The owner's own words if there are any in time to be said; the record speaks otherwise. */
async function said(desk: Desk, contract: Contract, argue?: Argue): Promise<string> {
  if (argue === undefined) return argumentOn(contract);
  try {
    const own = await within(timeForWords(desk), () => argue(contract));
    if (own === null) throw new Error("the argument came too late");
    return own.slice(0, TEXT_LIMITS.argument).toWellFormed();
  } catch (error) {
    desk.hooks.error?.(error, contract);
    return argumentOn(contract);
  }
}

/** Ends while there is still time to be heard. */
function timeForWords({ watch, connection }: Desk): Within {
  const ms = watch.leftMs() * SHARE_FOR_WORDS;
  return { clock: connection.clock, ms, signal: watch.signal };
}

/** What the agent has to say to the court now, if anything. */
function dueIn(contract: Contract): "dispute_response" | "dispute_filed" | null {
  const { phase, case: dispute } = contract.state;
  const isAccused = dispute !== null && dispute.leader === "principal" && !dispute.isAnswered;
  if (isAccused && (phase === "awaiting_response" || phase === "halted")) return "dispute_response";
  const hasCourt = contract.state.terms.court.kind !== "none";
  return phase === "contest" && hasCourt && isContradicted(contract) ? "dispute_filed" : null;
}

/** The principal called it a failure, and its own evidence passes the checks that were agreed. */
function isContradicted({ state, transcript }: Contract): boolean {
  const verdict = transcript.entries.findLast(({ type }) => type === "verify");
  const evidence = verdict?.data.evidence;
  return isJsonObject(evidence) && checksSay(state.terms, evidence) === "pass";
}
