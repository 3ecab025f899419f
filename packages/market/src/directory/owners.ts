/** Whose keys belong together, for the decisions on one contract and for those who ask. */
import {
  type Act,
  accept,
  type Binding,
  type ContractState,
  comparedParties,
  judgeOf,
  MAX_REQUEST_LEAD_SECONDS,
  type Party,
  type Refused,
  type Result,
  refuse,
  type Terms,
  verifyBinding,
} from "@bazaar/kernel";
import type { Needs } from "../needs.ts";
import type { Owner } from "../ports/market.ts";
import { MAX_OWNER_KEYS } from "../ports/owners.ts";

/** The name of a party's owner; a party that is bound to no other key is its own. */
export type OwnerOf = (party: Party) => Party;

/** The owners of everyone whom a decision on this contract may compare: one question for all. */
export function ownersIn(
  needs: Pick<Needs, "store">,
  state: ContractState,
  act: Act,
): Promise<OwnerOf> {
  return ownersOf(needs, comparedParties(state, act));
}

export async function ownersOf(
  { store }: Pick<Needs, "store">,
  parties: readonly Party[],
): Promise<OwnerOf> {
  const owners = await store.owners.of(parties);
  return (party) => owners.get(party) ?? party;
}

/** Refuses a contract whose judge has the principal's owner; the rules compare only their keys. */
export async function ownJudge(
  needs: Pick<Needs, "store">,
  { principal, court }: Terms,
): Promise<Refused | null> {
  const judge = judgeOf(court);
  if (judge === null) return null;
  const ownerOf = await ownersOf(needs, [principal, judge]);
  const isOwn = ownerOf(principal) === ownerOf(judge);
  return isOwn ? refuse({ code: "conflict_of_interest", author: principal }) : null;
}

/** Both keys have signed, so it does not matter who brings the statement, or when. */
export async function bindKeys(
  needs: Pick<Needs, "store" | "clock" | "verify">,
  binding: Binding,
): Promise<Result<Owner>> {
  const aheadSeconds = binding.issuedAtSeconds - Math.floor(needs.clock.nowMs() / 1_000);
  if (aheadSeconds > MAX_REQUEST_LEAD_SECONDS) {
    const problem = `a binding is issued at most ${MAX_REQUEST_LEAD_SECONDS} s ahead, not ${aheadSeconds}`;
    return refuse({ code: "bad_origin", problem });
  }
  const verified = verifyBinding(binding, needs.verify);
  if (!verified.ok) return verified;
  const isBound = await needs.store.owners.bind(binding);
  if (!isBound) return refuse({ code: "too_many_keys", limit: MAX_OWNER_KEYS });
  return accept(await ownerOf(needs, binding.parties[0]));
}

export async function ownerOf({ store }: Pick<Needs, "store">, party: Party): Promise<Owner> {
  const bindings = await store.owners.bindingsOf(party);
  const keys = [...new Set([party, ...bindings.flatMap(({ parties }) => parties)])].sort();
  return { name: keys[0] ?? party, keys, bindings };
}
