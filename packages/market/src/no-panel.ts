import type { CallPanel } from "./ports/call-panel.ts";

/** A market that knows nobody who could sit: every case goes on without a panel. */
export const noPanel: CallPanel = async (contract) => ({
  dispute: contract,
  proposal: contract,
  // Nothing is drawn from an empty pool, so nothing is foreseen either.
  serverNonce: "00".repeat(16),
  pool: [],
});
