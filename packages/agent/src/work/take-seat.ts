import type { Contract, MarketRefusal } from "@bazaar/doors/connection";
import { act, type WorkContext } from "./work-context.ts";

/** Asks for test money of this asset; whether there was some. */
export type AskForMoney = (asset: string) => Promise<boolean>;

/** Bonds, with test money if the agent has none of its own. Null if it has the seat. */
export async function takeSeat(
  context: WorkContext,
  askForMoney: AskForMoney = async () => false,
): Promise<MarketRefusal | null> {
  const { watch, hooks } = context;
  const { contract } = watch;
  let answer = await act(context, "bond");
  if (!answer.ok && (await isMoneyGiven(contract, answer.refusal, askForMoney))) {
    answer = await act(context, "bond");
  }
  if (!answer.ok) {
    hooks.notTaken?.(contract, answer.refusal);
    return answer.refusal;
  }
  const { deposit = null } = answer.value.answer;
  if (deposit !== null) hooks.depositDue?.(watch.contract, deposit);
  return null;
}

async function isMoneyGiven(
  { state }: Contract,
  { code, facts }: MarketRefusal,
  askForMoney: AskForMoney,
): Promise<boolean> {
  if (code !== "insufficient_funds") return false;
  const pot = state.terms.pots.find(({ asset }) => asset.code === facts.asset);
  return pot !== undefined && askForMoney(pot.asset.code);
}
