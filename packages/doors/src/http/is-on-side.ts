import type { ContractState, Party } from "@bazaar/kernel";

/** Whether a party is the principal of a contract or has its seat. */
export function isOnSide({ terms, seat }: ContractState, party: Party): boolean {
  return party === terms.principal || party === seat?.agent;
}
