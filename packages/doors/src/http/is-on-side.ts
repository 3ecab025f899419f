import type { ContractState, Party } from "@bazaar/kernel";

/** Whether a party is the principal or the agent of a contract. */
export function isOnSide({ terms, seat }: ContractState, party: Party): boolean {
  return party === terms.principal || party === seat?.agent;
}
