/** One repair through a market: a contract is posted, followed to its end, and paid. */
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
  /** The contract's story is over; whether the command is repaired is another question. */
  | { readonly is: "over"; readonly contract: Contract; readonly repaired: Repaired | null }
  /**
   * Nothing was committed, and the person's review is still to come: a fix has passed, or the
   * person left and the market did not let the contract be halted.
   */
  | { readonly is: "waiting"; readonly contract: Contract }
  | { readonly is: "refused"; readonly refusal: MarketRefusal }
  | { readonly is: "halted"; readonly contract: Contract; readonly repaired: Repaired | null }
  /** The market does not answer any more: the contract goes on as it stands there. */
  | {
      readonly is: "unheard";
      readonly contract: Contract;
      readonly repaired: Repaired | null;
      readonly because: string;
    }
  /** The person left while it was being posted: whether it was, nobody here knows. */
  | { readonly is: "left" };

/** Whoever leaves does not wait long for a market that is silent. */
const HALT_MS = 5_000;

/** @throws MarketUnavailable, BadAnswer before the contract is known to be posted. */
export async function repair(document: JsonObject, needs: PrincipalNeeds): Promise<Repair> {
  const { connection, tell, signal } = needs;
  const posted = await unlessLeft(connection.post(document, { signal }), signal);
  if (posted === null) return { is: "left" };
  if (!posted.ok) return { is: "refused", refusal: posted.refusal };
  const { contract, deposit } = posted.value;
  if (isAutonomous(contract)) needs.waiting.begin(contract);
  tell({ type: "posted", contract, deposit });
  return attend(contract, needs);
}

/** Takes up a contract wherever it stands, and stays until it is over or the person halts it. */
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
    return { is: "unheard", contract, repaired, because: error.message };
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
  const halted = await unlessLeft(connection.act(contract, "halt", { reason }, inTime), inTime);
  if (halted === null) throw new MarketUnavailable("the market does not answer");
  if (!halted.ok) {
    tell({ type: "market_refused", act: "halt", refusal: halted.refusal });
    // The contract goes on, and with it what is remembered of it.
    return isAutonomous(contract)
      ? { is: "waiting", contract }
      : { is: "halted", contract, repaired };
  }
  if (isAutonomous(contract)) waiting.end(contract);
  return { is: "halted", contract: halted.value.contract, repaired };
}

/** Null where nobody waits for the answer any more. */
async function unlessLeft<T>(
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

/** Answers for the person until the contract is over. Leaving it leaves it as it is. */
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
    // An act that was under way when the person left: the market knows whether it was taken.
    if (!signal.aborted || error !== signal.reason) throw error;
  }
  return current;
}

function isAutonomous({ state }: Contract): boolean {
  return state.terms.rules.mode === "autonomous";
}
