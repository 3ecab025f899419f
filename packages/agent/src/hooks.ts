/** What an agent's owner may want to know. What a hook throws is an error of the work it looks at. */
import type { Contract, MarketRefusal } from "@bazaar/doors/http/connect";
import type { Fix } from "./solver.ts";

export interface Hooks {
  /** A contract that fits the filter, before anything is done about it; false leaves it alone. */
  readonly contractFound?: (contract: Contract) => boolean | undefined;
  /** The market would not give the agent the seat. */
  readonly notTaken?: (contract: Contract, because: MarketRefusal) => void;
  /** On a rail that waits for money: somebody must send it now. */
  readonly depositDue?: (contract: Contract, deposit: unknown) => void;
  readonly investigationResult?: (contract: Contract, command: string, output: string) => void;
  readonly fixSubmitted?: (contract: Contract, fix: Fix) => void;
  /** The contract is over for this agent. */
  readonly ended?: (contract: Contract) => void;
  /** Something went wrong; the agent goes on. */
  readonly error?: (error: unknown, contract: Contract | null) => void;
}
