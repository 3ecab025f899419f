import type { Agent } from "../ports/talk.ts";

/** An agent, as the process says to which it is connected. */
export interface Claim {
  readonly agent: Agent;
  readonly channels: readonly string[];
  /** Of two claims to one id the later one wins. */
  readonly sinceMs: number;
  /** Where it is connected from. */
  readonly address: string | null;
}
