import { type Candidate, contractAlias } from "@bazaar/kernel";
import type { CallPanel } from "./ports/call-panel.ts";

/**
 * A market that knows who may sit by name. If it knows nobody, every case goes on without a panel.
 * `newNonce` gives 16 bytes in hex that nobody can foresee.
 */
export function namedArbiters(pool: readonly Candidate[], newNonce: () => string): CallPanel {
  return async (contract) => {
    const name = contractAlias(contract);
    return { dispute: name, proposal: name, serverNonce: newNonce(), pool };
  };
}
