/** One repair through a market: posts a contract and follows it to its end. */
import {
  type Answered,
  BadAnswer,
  type Contract,
  type MarketRefusal,
  MarketUnavailable,
} from "@bazaar/doors/http/connect";
import type { JsonObject } from "@bazaar/kernel";
import { Principal, type PrincipalNeeds, type Repaired } from "./principal.ts";

export type Repair =
  /** The contract has ended, with or without a repair. */
  | { readonly is: "over"; readonly contract: Contract; readonly repaired: Repaired | null }
  /**
   * Nothing was committed and a review is due: a fix has passed, or the user interrupted and the
   * market refused to halt the contract.
   */
  | { readonly is: "waiting"; readonly contract: Contract }
  | { readonly is: "refused"; readonly refusal: MarketRefusal }
  | { readonly is: "halted"; readonly contract: Contract; readonly repaired: Repaired | null }
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
const HALT_MS = 5_000;

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

/** Resumes a contract in any state, until it is over or the user halts it. */
export async function attend(from: Contract, needs: PrincipalNeeds): Promise<Repair> {
  const principal = new Principal(needs);
  let contract = from;
  try {
    contract = await stay(principal, from, needs);
    if (principal.isWaiting) return { is: "waiting", contract };
    if (needs.signal.aborted) return await halt(contract, principal, needs);
  } catch (error) {
    if (!(error instanceof MarketUnavailable || error instanceof BadAnswer)) throw error;
    const { repaired } = principal;
    return { is: "unreachable", contract, repaired, because: error.message };
  }
  if (isAutonomous(contract)) needs.waiting.end(contract);
  return { is: "over", contract, repaired: principal.repaired };
}

async function halt(
  contract: Contract,
  { repaired }: Principal,
  { connection, tell, waiting }: PrincipalNeeds,
): Promise<Repair> {
  const inTime = AbortSignal.timeout(HALT_MS);
  const reason = "The principal halted.";
  const halted = await unlessAborted(connection.act(contract, "halt", { reason }, inTime), inTime);
  if (halted === null) throw new MarketUnavailable("the market does not respond");
  if (!halted.ok) {
    tell({ type: "market_refused", act: "halt", refusal: halted.refusal });
    // The contract continues, so its record stays.
    return isAutonomous(contract)
      ? { is: "waiting", contract }
      : { is: "halted", contract, repaired };
  }
  if (isAutonomous(contract)) waiting.end(contract);
  return { is: "halted", contract: halted.value.contract, repaired };
}

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
  { connection, tell, signal }: PrincipalNeeds,
): Promise<Contract> {
  let current = from;
  try {
    await principal.respond(current);
    if (principal.isWaiting) return current;
    for await (const { entry, contract } of connection.follow(current, signal)) {
      current = contract;
      tell({ type: "entry", entry, contract });
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
