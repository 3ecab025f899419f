import { type ContractState, CUSTODY, invariant, type Leg } from "@bazaar/kernel";
import { isHouseRole, type Needs } from "./needs.ts";

/** The account a leg goes to; null while the payee has not named one. */
export function accountOf(
  needs: Pick<Needs, "houseAccount">,
  { rail, to }: Leg,
  state: ContractState,
): string | null {
  const { account, party, role } = to;
  if (account !== null) return account;
  if (party !== null && CUSTODY[rail].isOnOwnBooks) return party;
  if (isHouseRole(role)) return needs.houseAccount(rail, role);
  invariant(party !== null, `the ${role} has no party`);
  return state.accounts[party] ?? null;
}
