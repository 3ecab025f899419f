/**
 * A price within the budget, named by the agent: only under pay-after-verify. The first price binds
 * the agent; a later one may only be lower.
 */
import { fields } from "../canonical/fields.ts";
import type { Json } from "../canonical/json.ts";
import { formatAmount } from "../money/amount.ts";
import { accept, type Result, refuse } from "../refusal.ts";
import type { Act } from "./act.ts";
import type { ContractState } from "./state.ts";

export function agreePrice(state: ContractState, act: Act, given: Json): Result<ContractState> {
  if (given === null) return accept(state);
  const pot = state.terms.pots.find(({ schedule }) => schedule === "pay-after-verify");
  if (pot?.schedule !== "pay-after-verify") {
    return refuse({ code: "price_not_allowed", because: "the bounty of this contract is fixed" });
  }
  const read = fields({ price: given }, "data");
  const price = read.amount("price", pot.asset);
  if (read.problem !== null) {
    return refuse({ code: "malformed_act", act: act.type, ...read.problem });
  }
  const most = state.price ?? pot.bounty;
  if (price > most) {
    const limit = `${formatAmount(most, pot.asset)} ${pot.asset.code}`;
    const because = state.price === null ? `the budget is ${limit}` : `${limit} was agreed`;
    return refuse({ code: "price_not_allowed", because });
  }
  return accept({ ...state, price });
}
