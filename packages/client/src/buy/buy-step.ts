import type { Answered, Contract } from "@bazaar/doors/connection";
import type { JsonObject, NamedCheck, Party, Verdict } from "@bazaar/kernel";
import type { Approval } from "./approval.ts";
import type { TrajectoryLook } from "./look-at-trajectory.ts";

/** What happens while a job is bought, in order. */
export type BuyStep =
  /** The market's faucet was asked, because the buyer had too little: an amount, or why not. */
  | { readonly step: "test_money"; readonly asset: string; readonly given: Answered<string> }
  | { readonly step: "posted"; readonly contract: Contract }
  /** It was posted before, by a buyer that was stopped. */
  | { readonly step: "resumed"; readonly contract: Contract }
  | {
      readonly step: "accepted";
      readonly by: Party;
      readonly price: string;
      /** When the result is due; null: it is handed in. */
      readonly untilMs: number | null;
    }
  | { readonly step: "approved"; readonly approval: Approval }
  /** `attempt` counts from 1. */
  | { readonly step: "handed_in"; readonly attempt: number }
  | {
      readonly step: "verified";
      readonly verdict: Verdict;
      readonly named: readonly NamedCheck[];
      /** Why there is no verdict, if that is known. */
      readonly reason: string | null;
      /** The record of how it was made, which decides nothing by itself. */
      readonly trajectory: TrajectoryLook;
      /** The `fix` that was handed in. */
      readonly result: string;
      /** What is in it, unless it failed. Said before it is paid: the market need not keep it for long. */
      readonly payload: JsonObject | null;
    }
  | { readonly step: "disputed"; readonly by: "buyer" | "provider" }
  | { readonly step: "ended"; readonly contract: Contract };
