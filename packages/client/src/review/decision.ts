/** What a person sees of a kept fix, what they can decide, and the result. */
import type { Contract, MarketRefusal } from "@bazaar/doors/connection";
import type { ApprovedPlan, CommitRefusal, JudgedChange } from "@bazaar/guard/commit";
import type { SandboxRefusal } from "@bazaar/guard/sandbox";
import type { Proposal } from "../repair/repair-event.ts";
import type { ReviewStanding } from "./standing.ts";

export interface SeenFix {
  readonly contract: Contract;
  readonly proposal: Proposal;
  readonly changes: readonly JudgedChange[];
  /** False if the user was shown other changes before: then only they may accept. */
  readonly isAsShown: boolean;
}

export type Decision =
  | { readonly is: "accept"; readonly plan: ApprovedPlan }
  | { readonly is: "reject"; readonly reason: string }
  | { readonly is: "dispute"; readonly argument: string }
  /** Discarded without telling the market. */
  | { readonly is: "discard" }
  /** Unchanged. */
  | { readonly is: "later" };

export type Rejection = Extract<Decision, { readonly is: "reject" | "dispute" }>;

/** Decided beforehand, without seeing the changes. */
export type Wish =
  | Rejection
  /** Run the fix again on the files as they are now, then decide. */
  | { readonly is: "again" };

export type Reviewed =
  | { readonly is: "committed"; readonly contract: Contract; readonly proposal: Proposal }
  /** The contract is past review: nothing was done. */
  | {
      readonly is: "not_reviewable";
      readonly contract: Contract;
      readonly standing: ReviewStanding;
    }
  /** The market has recorded the rejection; the agent may contest it. */
  | { readonly is: "rejected"; readonly contract: Contract }
  | { readonly is: "discarded" }
  | { readonly is: "later" }
  /** The fix was accepted before and is on the disk. */
  | { readonly is: "already_accepted" }
  /** Another process is deciding on it. */
  | { readonly is: "in_use" }
  /** Another process has removed it. */
  | { readonly is: "gone" }
  /** The commit was refused; everything is as before. */
  | { readonly is: "not_committed"; readonly refusal: CommitRefusal }
  | { readonly is: "no_sandbox"; readonly refusal: SandboxRefusal }
  /** Run again, the fix no longer passes its check. */
  | { readonly is: "not_verified" }
  | { readonly is: "market_refused"; readonly refusal: MarketRefusal };
