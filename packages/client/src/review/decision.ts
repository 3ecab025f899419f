/** What a person is shown of a fix that waits, what they may say to it, and what came of that. */
import type { Contract, MarketRefusal } from "@bazaar/doors/http/connect";
import type { ApprovedPlan, CommitRefusal, JudgedChange } from "@bazaar/guard/commit";
import type { SandboxRefusal } from "@bazaar/guard/sandbox";
import type { Proposal } from "../repair/repair-event.ts";
import type { ReviewStanding } from "./standing.ts";

export interface SeenFix {
  readonly contract: Contract;
  readonly proposal: Proposal;
  readonly changes: readonly JudgedChange[];
  /** False where the person was shown other changes before: only they may say yes to these. */
  readonly isAsShown: boolean;
}

export type Decision =
  | { readonly is: "accept"; readonly plan: ApprovedPlan }
  | { readonly is: "reject"; readonly reason: string }
  | { readonly is: "dispute"; readonly argument: string }
  /** Thrown away without a word to the market. */
  | { readonly is: "discard" }
  /** Left as it is. */
  | { readonly is: "later" };

/** What the agent and the court are told. */
export type Rejection = Extract<Decision, { readonly is: "reject" | "dispute" }>;

/** What was said beforehand, for which nothing need be looked at. */
export type Wish =
  | Rejection
  /** The fix is run once more, on the files as they are now, before anybody decides. */
  | { readonly is: "again" };

export type Reviewed =
  | { readonly is: "committed"; readonly contract: Contract; readonly proposal: Proposal }
  /** The contract is no longer where a person decides: nothing was done here or told. */
  | {
      readonly is: "not_reviewable";
      readonly contract: Contract;
      readonly standing: ReviewStanding;
    }
  /** The market has heard the no; whether it stands is for the agent and the court. */
  | { readonly is: "rejected"; readonly contract: Contract }
  | { readonly is: "discarded" }
  | { readonly is: "later" }
  /** The person has said yes before, and that is on the disk. */
  | { readonly is: "already_accepted" }
  /** Another process decides on it at this moment. */
  | { readonly is: "in_use" }
  /** Another process has ended it. */
  | { readonly is: "gone" }
  /** The disk said no; everything waits as before. */
  | { readonly is: "not_committed"; readonly refusal: CommitRefusal }
  | { readonly is: "no_sandbox"; readonly refusal: SandboxRefusal }
  /** Run again, the fix does not pass its check any more. */
  | { readonly is: "not_verified" }
  | { readonly is: "market_refused"; readonly refusal: MarketRefusal };
