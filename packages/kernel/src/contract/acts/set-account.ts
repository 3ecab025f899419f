import { judgeOf } from "../../court/courts.ts";
import type { Party } from "../../identity/party.ts";
import { refuse } from "../../refusal.ts";
import type { PartyRule } from "../act.ts";
import { decided } from "../moves.ts";
import { reading, text } from "../reading.ts";
import { MAX_ACCOUNT_CHANGES, TEXT_LIMITS } from "../rules.ts";
import { type ContractState, PHASES } from "../state.ts";

/** A payee, also an agent that left, names its account, until a payout to it is signed. */
export const setAccount: PartyRule = {
  by: "anyone",
  from: PHASES,
  ignoresClock: true,
  ...reading(
    { account: text({ min: 1, max: TEXT_LIMITS.account }) },
    ({ state, act, facts }, { account }) => {
      const author = act.by;
      if (author === "server" || !payees(state).includes(author)) {
        return refuse({ code: "not_a_party", author, act: act.type });
      }
      // A first account is always accepted: no signed payout can have used another.
      const isNamed = state.accounts[author] !== undefined;
      if (state.isSettled || (isNamed && facts.isPayoutSigned(author))) {
        return refuse({ code: "account_fixed", author });
      }
      const changes = (state.accountChanges[author] ?? 0) + 1;
      if (changes > MAX_ACCOUNT_CHANGES) {
        return refuse({ code: "too_many_changes", limit: MAX_ACCOUNT_CHANGES });
      }
      const accounts = { ...state.accounts, [author]: account };
      const accountChanges = { ...state.accountChanges, [author]: changes };
      return decided({ ...state, accounts, accountChanges });
    },
  ),
};

/** Every party that a leg of this contract can name. */
function payees({
  terms,
  seat,
  formerAgents,
}: ContractState): readonly (Party | null | undefined)[] {
  const cuts = terms.pots.flatMap((pot) =>
    pot.schedule === "pay-after-verify" ? [pot.author?.party, pot.referrer?.party] : [],
  );
  return [terms.principal, seat?.agent, ...formerAgents, judgeOf(terms.court), ...cuts];
}
