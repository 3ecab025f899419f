import type { Json } from "../../canonical/json.ts";
import { invariant } from "../../invariant.ts";
import { accept as allow, type Result, refuse } from "../../refusal.ts";
import type { ActInput, Decision, PartyRule } from "../act.ts";
import { deposit, type Moment, slowDeposit } from "../deposits.ts";
import { agreePrice } from "../price.ts";
import { reading, unread } from "../reading.ts";
import { beginWork, takeSeat } from "../seats.ts";
import { agreeStake } from "../stake.ts";
import type { ContractState } from "../state.ts";

interface Asked {
  readonly price: Json;
  readonly stake: Json;
}

/** The agent commits to the work. If `looksFirst` is off or looking is over, also from `open`. */
export const accept: PartyRule = {
  by: "anyone",
  from: ["open", "investigating"],
  seat: "takes",
  ...reading({ price: unread, stake: unread }, (input, asked) => {
    const { state, act } = input;
    if (state.phase === "open") return acceptUnseen(input, asked);
    if (state.seat?.agent !== act.by) {
      return refuse({ code: "not_a_party", author: act.by, act: act.type });
    }
    return commit(input, asked, state, ["accept"]);
  }),
};

function acceptUnseen(input: ActInput, asked: Asked): Result<Decision> {
  const { state, act } = input;
  if (state.terms.rules.looksFirst && !state.looking.isOver) {
    return refuse({ code: "wrong_phase", phase: state.phase, act: act.type });
  }
  const seated = takeSeat(input);
  if (!seated.ok) return seated;
  const slow = slowDeposit(seated.value, "agent");
  if (slow !== null) return refuse({ code: "bond_first", due: slow });
  return commit(input, asked, seated.value, ["seat", "accept"]);
}

/** Agrees on what the agent names, takes the deposits, and begins the work. */
function commit(
  { act, nowMs }: ActInput,
  { price, stake }: Asked,
  seated: ContractState,
  moments: readonly Moment[],
): Result<Decision> {
  const priced = agreePrice(seated, act, price);
  if (!priced.ok) return priced;
  const agreed = agreeStake(priced.value, act, stake);
  if (!agreed.ok) return agreed;
  const { state, holds, tasks } = deposit(agreed.value, moments, nowMs);
  invariant(tasks.length === 0, "a slow deposit is due at acceptance");
  return allow({ state: beginWork(state, nowMs), tasks, holds, legs: [] });
}
