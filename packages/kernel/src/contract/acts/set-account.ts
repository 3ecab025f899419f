import { refuse } from "../../refusal.ts";
import { decided } from "../moves.ts";
import { reading } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";
import { END_PHASES, OPEN_PHASES } from "../state.ts";

/** A party, also one that left, says where its payouts go, until one of them is signed. */
export const setAccount = reading({
  by: "anyone",
  from: [...OPEN_PHASES, ...END_PHASES],
  isTalk: true,
  read: (data) => data.string("account", { min: 1, max: TEXT_LIMITS.account }),
  apply({ state, act, facts }, account) {
    const { terms, seat, formerAgents } = state;
    const parties = [terms.principal, seat?.agent, ...formerAgents];
    if (act.by === "server" || !parties.includes(act.by)) {
      return refuse({ code: "not_a_party", author: act.by, act: act.type });
    }
    if (state.isSettled || facts.isPayoutSigned(act.by)) {
      return refuse({ code: "account_fixed", author: act.by });
    }
    return decided({ ...state, accounts: { ...state.accounts, [act.by]: account } });
  },
});
