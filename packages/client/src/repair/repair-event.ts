/** Events of a repair, for display. Texts are raw: they may contain control sequences. */
import type { Contract, MarketRefusal } from "@bazaar/doors/connection";
import type { CommitRefusal, JudgedChange } from "@bazaar/guard/commit";
import type { Finding, InvestigationRefusal } from "@bazaar/guard/investigate";
import type { SandboxRefusal } from "@bazaar/guard/sandbox";
import type { Entry, JsonObject, Verdict } from "@bazaar/kernel";

/** What an agent proposes. */
export interface Proposal {
  readonly fix: string;
  readonly explanation: string | null;
  /** The command to verify and to run instead of the original. */
  readonly correctedCommand: string | null;
}

export type RepairEvent =
  | { readonly type: "posted"; readonly contract: Contract; readonly deposit: JsonObject | null }
  /** Every entry of the transcript. */
  | { readonly type: "entry"; readonly entry: Entry; readonly contract: Contract }
  | { readonly type: "looked"; readonly command: string; readonly finding: Finding }
  | {
      readonly type: "look_refused";
      readonly command: string;
      readonly refusal: InvestigationRefusal;
    }
  | { readonly type: "trying"; readonly proposal: Proposal; readonly attempt: number }
  | { readonly type: "output"; readonly bytes: Buffer; readonly stream: "stdout" | "stderr" }
  | { readonly type: "tried"; readonly verdict: Verdict; readonly evidence: JsonObject }
  /** An answer of the user's own agent that no sandbox can prove. */
  | {
      readonly type: "hint";
      readonly explanation: string;
      /** What to type instead. */
      readonly command: string | null;
      /** Why it was not verified. */
      readonly unproved: string | null;
    }
  /** New lines of a failed check, before the user is asked, and when they leave this machine. */
  | { readonly type: "new_lines" | "shares"; readonly lines: readonly string[] }
  | { readonly type: "changes"; readonly changes: readonly JudgedChange[] }
  /** A fix has passed and waits for review; nothing was committed. */
  | {
      readonly type: "waits";
      readonly contract: Contract;
      readonly proposal: Proposal;
      readonly changes: readonly JudgedChange[];
    }
  /** A dispute is being answered. */
  | { readonly type: "answering"; readonly argument: string; readonly isOwnWords: boolean }
  | { readonly type: "committed"; readonly changes: number }
  /** Somebody else, such as another `fix`, made the same changes first. */
  | { readonly type: "repaired_meanwhile" }
  | { readonly type: "not_committed"; readonly refusal: CommitRefusal }
  | { readonly type: "no_sandbox"; readonly refusal: SandboxRefusal }
  | { readonly type: "market_refused"; readonly act: string; readonly refusal: MarketRefusal };
