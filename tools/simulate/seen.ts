import type { ContractId, ContractState, Leg, Party } from "@bazaar/kernel";
import type { Step } from "@bazaar/market/ports";

/** One entry that was stored, and who spoke in it. */
export interface Seen {
  readonly contract: ContractId;
  readonly before: ContractState | null;
  readonly step: Step;
  readonly legs: readonly Leg[];
  readonly by: Party | "server";
}
