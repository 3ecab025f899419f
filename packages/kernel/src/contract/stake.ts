/** The rating points that an agent stakes when it accepts: at least what the terms ask for. */
import { fields } from "../canonical/fields.ts";
import type { Json } from "../canonical/json.ts";
import { formatAmount } from "../money/amount.ts";
import { accept, type Result, refuse } from "../refusal.ts";
import type { Act } from "./act.ts";
import type { ContractState } from "./state.ts";

export function agreeStake(state: ContractState, act: Act, given: Json): Result<ContractState> {
  if (given === null) return accept(state);
  const pot = state.terms.pots.find(({ schedule }) => schedule === "stake");
  if (pot === undefined) {
    return refuse({ code: "stake_not_allowed", because: "this contract has no stakes" });
  }
  if (pot.funds === "post" && state.phase === "investigating") {
    return refuse({ code: "stake_not_allowed", because: "it was deposited with the seat" });
  }
  const read = fields({ stake: given }, "data");
  const stake = read.amount("stake", pot.asset, { max: MAX_STAKE });
  if (read.problem !== null) {
    return refuse({ code: "malformed_act", act: act.type, ...read.problem });
  }
  if (stake < pot.due.agent) {
    const least = `${formatAmount(pot.due.agent, pot.asset)} ${pot.asset.code}`;
    return refuse({ code: "stake_not_allowed", because: `at least ${least} is asked for` });
  }
  return accept({ ...state, stake });
}

/** Far more than anybody has, and far below what the ledger counts. */
const MAX_STAKE = 2n ** 40n;
