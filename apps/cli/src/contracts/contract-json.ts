/** A contract as every command shows it to programs. */
import type { Contract } from "@bazaar/doors/connection";
import { contractAlias, formatAmount, type JsonObject } from "@bazaar/kernel";

export function contractJson({ id, state, transcript }: Contract): JsonObject {
  const { terms, deadline, phase, outcome, isSettled } = state;
  const { command } = terms.work.spec;
  return {
    id,
    alias: contractAlias(id),
    command: typeof command === "string" ? command : null,
    phase,
    posted_ms: BigInt(transcript.receivedAt[0] ?? 0),
    waits_for: deadline?.waitingFor ?? null,
    until_ms: deadline === null ? null : BigInt(deadline.atMs),
    outcome: outcome?.row ?? null,
    settled: isSettled,
    held: terms.pots.map(({ asset }, index) => ({
      asset: asset.code,
      principal: formatAmount(state.held[index]?.principal ?? 0n, asset),
      agent: formatAmount(state.held[index]?.agent ?? 0n, asset),
    })),
  };
}
