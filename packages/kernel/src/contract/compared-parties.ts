import { isJsonArray } from "../canonical/json.ts";
import { judgeOf } from "../court/courts.ts";
import { type Party, parseParty } from "../identity/party.ts";
import type { Act } from "./act.ts";
import type { ContractState } from "./state.ts";

/** Everyone whose owner a decision on this act may compare: a market looks them up before it. */
export function comparedParties(
  { terms, seat, formerAgents, case: open }: ContractState,
  { by, data }: Act,
): readonly Party[] {
  const judge = judgeOf(terms.court);
  const arbiters = open?.panel?.arbiters ?? [];
  return [
    terms.principal,
    ...(by === "server" ? poolOf(data.pool) : [by]),
    ...(seat === null ? [] : [seat.agent]),
    ...(judge === null ? [] : [judge]),
    ...formerAgents,
    ...arbiters.map(({ party }) => party),
  ];
}

/** Those who may sit on a panel that is called; what cannot be read is refused by the act's rule. */
function poolOf(pool: Act["data"][string] | undefined): readonly Party[] {
  if (!isJsonArray(pool)) return [];
  return pool.flatMap((pair) => {
    const named = isJsonArray(pair) ? pair[1] : null;
    const party = typeof named === "string" ? parseParty(named) : null;
    return party?.ok === true ? [party.value] : [];
  });
}
