/** What a provider tells its owner, as it happens. */
import type { Contract, MarketRefusal } from "@bazaar/doors/connection";
import type { JobRequest } from "./worker.ts";

export interface JobHooks {
  readonly declined?: (contract: Contract, because: string) => void;
  /** With the price, a decimal in the budget's asset; null: all of it. */
  readonly accepted?: (contract: Contract, job: JobRequest, price: string | null) => void;
  /** The market refused the seat. */
  readonly notTaken?: (contract: Contract, because: MarketRefusal) => void;
  /** After a restart. */
  readonly resumed?: (contract: Contract) => void;
  readonly working?: (contract: Contract, job: JobRequest) => void;
  /** The job could not be done and is given back. */
  readonly failed?: (contract: Contract, because: string) => void;
  readonly handedIn?: (contract: Contract, text: string) => void;
  readonly rejected?: (contract: Contract) => void;
  readonly disputed?: (contract: Contract, act: "dispute_filed" | "dispute_response") => void;
  readonly ended?: (contract: Contract) => void;
  /** The provider continues. */
  readonly error?: (error: unknown, contract: Contract | null) => void;
}
