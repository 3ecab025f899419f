/** Callbacks for the agent's owner. What a hook throws counts as an error of that contract. */
import type { Answered, Contract, MarketRefusal } from "@bazaar/doors/connection";
import type { Fix, Hint } from "./solver.ts";

export interface Hooks {
  /** A contract that passes the filter; false skips it. */
  readonly contractFound?: (contract: Contract) => boolean | undefined;
  /** A contract that is not taken because of its principal's record. */
  readonly passedOver?: (contract: Contract, because: string) => void;
  /** The market refused the seat. */
  readonly notTaken?: (contract: Contract, because: MarketRefusal) => void;
  /** The agent cannot pay a deposit and asked for test money: the amount, or why it got none. */
  readonly askedForMoney?: (asset: string, answer: Answered<string>) => void;
  /** A deposit must be sent now. */
  readonly depositDue?: (contract: Contract, deposit: unknown) => void;
  readonly investigationResult?: (contract: Contract, command: string, output: string) => void;
  readonly fixSubmitted?: (contract: Contract, fix: Fix) => void;
  /** The solver has an answer that cannot be verified; it is not sent. */
  readonly hinted?: (contract: Contract, hint: Hint) => void;
  /** The contract is over for this agent. */
  readonly ended?: (contract: Contract) => void;
  /** The agent continues. */
  readonly error?: (error: unknown, contract: Contract | null) => void;
}
