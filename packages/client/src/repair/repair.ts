/** One repair through a market: posts a contract and follows it to its end. */
import {
  type ActName,
  type Answered,
  BadAnswer,
  type Contract,
  type MarketRefusal,
  MarketUnavailable,
} from "@bazaar/doors/connection";
import type { JsonObject } from "@bazaar/kernel";
import { failureEvidence } from "./evidence.ts";
import { Principal, type PrincipalNeeds, type Repaired } from "./principal.ts";

export type Repair =
  /** The contract has ended, with or without a repair. */
  | { readonly is: "over"; readonly contract: Contract; readonly repaired: Repaired | null }
  /**
   * Nothing was committed and a review is due: a fix has passed, or the user interrupted an autonomous
   * repair with a fix in it.
   */
  | { readonly is: "waiting"; readonly contract: Contract }
  | { readonly is: "refused"; readonly refusal: MarketRefusal }
  /** The user interrupted; the contract was withdrawn if that was possible. */
  | { readonly is: "stopped"; readonly contract: Contract; readonly repaired: Repaired | null }
  /** The market stopped responding: the contract continues there. */
  | {
      readonly is: "unreachable";
      readonly contract: Contract;
      readonly repaired: Repaired | null;
      readonly because: string;
    }
  /** Interrupted while posting: whether the contract exists is not known. */
  | { readonly is: "interrupted" };

/** How long an interrupt waits for the market. */
const WITHDRAWAL_MS = 5_000;
/** The agent may act meanwhile, and then another step is the right one. */
const MAX_STEPS = 4;

/** @throws MarketUnavailable, BadAnswer before the contract is known to be posted. */
export async function repair(document: JsonObject, needs: PrincipalNeeds): Promise<Repair> {
  const { connection, tell, signal } = needs;
  const posted = await unlessAborted(connection.post(document, { signal }), signal);
  if (posted === null) return { is: "interrupted" };
  if (!posted.ok) return { is: "refused", refusal: posted.refusal };
  const { contract, deposit } = posted.value;
  if (isAutonomous(contract)) needs.waiting.begin(contract);
  tell({ type: "posted", contract, deposit });
  return attend(contract, needs);
}

/** Resumes a contract in any state, until it is over or the user interrupts. */
export async function attend(from: Contract, needs: PrincipalNeeds): Promise<Repair> {
  const principal = new Principal(needs);
  let contract = from;
  try {
    contract = await stay(principal, from, needs);
    if (principal.isWaiting) return { is: "waiting", contract };
    if (needs.signal.aborted) return await withdraw(contract, principal, needs);
  } catch (error) {
    if (!(error instanceof MarketUnavailable || error instanceof BadAnswer)) throw error;
    const { repaired } = principal;
    return { is: "unreachable", contract, repaired, because: error.message };
  }
  if (isAutonomous(contract)) needs.waiting.end(contract);
  return { is: "over", contract, repaired: principal.repaired };
}

/**
 * Ends the contract in the cheapest way that asks no court. Canceling is free before an agent has
 * accepted and in its grace period, and has a fee later. A fix that waits for its check has to be
 * turned down first: left alone it would be paid for. Halting would ask a court at once.
 */
async function withdraw(
  seen: Contract,
  principal: Principal,
  { connection, tell, waiting }: PrincipalNeeds,
): Promise<Repair> {
  const { repaired, unreported } = principal;
  const inTime = AbortSignal.timeout(WITHDRAWAL_MS);
  let contract = seen;
  for (let step = 1; step <= MAX_STEPS; step += 1) {
    const latest = await unlessAborted(connection.contract(contract, inTime), inTime);
    if (latest === null) throw new MarketUnavailable("the market does not respond");
    if (latest.ok) contract = latest.value;
    if (isAutonomous(contract) && contract.state.phase === "review") {
      // The record stays, so that the fix can be reviewed.
      return { is: "waiting", contract };
    }
    const next = repaired === null ? withdrawal(contract, unreported) : null;
    if (next === null) break;
    const { act, data } = next;
    const done = await unlessAborted(connection.act(contract, act, data, inTime), inTime);
    if (done === null) throw new MarketUnavailable("the market does not respond");
    if (done.ok) contract = done.value.contract;
    else if (step === MAX_STEPS) tell({ type: "market_refused", act, refusal: done.refusal });
  }
  principal.tellEntries(contract);
  if (isAutonomous(contract)) waiting.end(contract);
  return { is: "stopped", contract, repaired };
}

/** The next step to its end; null if there is none without a court. */
function withdrawal(
  contract: Contract,
  evidence: JsonObject,
): { readonly act: ActName; readonly data: JsonObject } | null {
  const { state } = contract;
  switch (state.phase) {
    case "unfunded":
    case "open":
    case "reserved":
    case "investigating":
    case "in_progress":
      return { act: "cancel", data: { reason: STOPPED } };
    case "verifying": {
      const shown = failureEvidence(contract, evidence);
      return { act: "verify", data: { success: false, explanation: STOPPED, evidence: shown } };
    }
    case "review":
      return { act: "review_reject", data: { argument: STOPPED } };
    default:
      return null;
  }
}

const STOPPED = "The principal stopped before it accepted a fix.";

/** Null if the signal aborts first. */
async function unlessAborted<T>(
  answer: Promise<Answered<T>>,
  signal: AbortSignal,
): Promise<Answered<T> | null> {
  try {
    return await answer;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/** Acts for the user until the contract is over. Stopping changes nothing. */
export function standBy(from: Contract, needs: PrincipalNeeds): Promise<Contract> {
  return stay(new Principal(needs), from, needs);
}

async function stay(
  principal: Principal,
  from: Contract,
  { connection, signal }: PrincipalNeeds,
): Promise<Contract> {
  let current = from;
  try {
    principal.begin(from);
    await principal.respond(current);
    if (principal.isWaiting) return current;
    for await (const { contract } of connection.follow(current, signal)) {
      current = contract;
      await principal.respond(contract);
      if (principal.isWaiting) break;
    }
  } catch (error) {
    // An act was interrupted: the market knows whether it was recorded.
    if (!signal.aborted || error !== signal.reason) throw error;
  }
  return current;
}

function isAutonomous({ state }: Contract): boolean {
  return state.terms.rules.mode === "autonomous";
}
