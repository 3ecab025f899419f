import type { Rules } from "../../contract/rules.ts";

const DAYS = 86_400;

/** A proposal waits for its one agent, and then for its completion, 30 days each at most. */
export const CHAT_RULES: Readonly<Partial<Rules>> = {
  mode: "autonomous",
  looksFirst: false,
  reopens: false,
  pickupSeconds: 30 * DAYS,
  turnSeconds: 30 * DAYS,
  investigationRounds: 0,
};
