import type { Party } from "../identity/party.ts";
import { InvariantViolation } from "../invariant.ts";
import type { Side } from "../settlement/outcome.ts";
import type { ContractState } from "./state.ts";

/** Which side a party of this contract is on. */
export function sideOf(state: ContractState, party: Party | "server"): Side {
  if (party === state.terms.principal) return "principal";
  if (party === state.seat?.agent) return "agent";
  throw new InvariantViolation(`${party} is not a party of ${state.id}`);
}
