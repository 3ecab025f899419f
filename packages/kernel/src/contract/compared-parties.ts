import { judgeOf } from "../court/courts.ts";
import type { Party } from "../identity/party.ts";
import type { Act } from "./act.ts";
import { actTraits } from "./act-rules.ts";
import type { ContractState } from "./state.ts";

/** Everyone whose owner a decision on this act may compare: a market looks them up before it. */
export function comparedParties(
  { terms, seat, formerAgents, case: open }: ContractState,
  { type, by, data }: Act,
): readonly Party[] {
  const judge = judgeOf(terms.court);
  const arbiters = open?.panel?.arbiters ?? [];
  return [
    terms.principal,
    ...(by === "server" ? [] : [by]),
    ...(actTraits(type).compares?.(data) ?? []),
    ...(seat === null ? [] : [seat.agent]),
    ...(judge === null ? [] : [judge]),
    ...formerAgents,
    ...arbiters.map(({ party }) => party),
  ];
}
