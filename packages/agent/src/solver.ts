/**
 * A source of fixes: known fixes, rules, a model, a person.
 *
 * A solver gets a problem and two tools, `look` and `propose`, and knows nothing of bonds, phases
 * and clocks. Everything in a problem and everything that the tools return is untrusted: data to be
 * matched or quoted, never run here and never obeyed.
 */
import type { Waiting } from "@bazaar/work";
import type { Problem } from "./problem.ts";

export interface Solver {
  readonly name: string;
  /**
   * Works until a proposal passes its check or it has nothing more to offer. Passing without a proposal is
   * free. An error counts as nothing to offer.
   */
  solve(problem: Problem, tools: Tools): Promise<"solved" | "passed">;
}

export interface Tools {
  /** The problem now, with everything that was seen and tried so far. */
  now(): Problem;
  /** Runs one read-only command on the principal's machine. */
  look(command: string): Promise<Look>;
  /** Submits a fix and waits for its verdict. The first one accepts the contract. */
  propose(fix: Fix): Promise<Trial>;
  /** Says what no sandbox can prove. It is for the agent's own user: nobody is paid for it. */
  hint(hint: Hint): void;
  /** Aborts when the agent has lost the contract or it has ended. */
  readonly signal: AbortSignal;
}

export interface Fix {
  /** Shell text that runs on the principal's machine, in its sandbox. May be empty. */
  readonly shell: string;
  /** What is wrong and what the fix does, for the principal. */
  readonly explanation: string;
  /** Replaces the original command if that is wrong. */
  readonly correctedCommand?: string;
  /** Capabilities it requires, such as `network` or `sudo`. */
  readonly needs?: readonly string[];
}

export interface Hint {
  /** What is wrong and what to do about it. */
  readonly explanation: string;
  /** The command to type instead, if that is the answer. */
  readonly command?: string;
  /** Why it was not verified, such as "it needs the network"; absent if there is nothing to run. */
  readonly unproved?: string;
}

export type Look =
  | { readonly isSeen: true; readonly output: string }
  | { readonly isSeen: false; readonly because: string };

export type Trial =
  | { readonly verdict: "pass" }
  | {
      readonly verdict: "fail";
      readonly said: string;
      readonly attemptsLeft: number;
      /** If it was ended for waiting: see `Waiting` of the sandbox. */
      readonly waitsFor?: Waiting["for"];
    }
  /** It passed its check, and the principal did not take it. No other answer is wanted. */
  | { readonly verdict: "declined" }
  /** It was not submitted, and cost nothing. */
  | { readonly verdict: "not_tried"; readonly because: string };

/** The agent has lost the contract or it has ended. Solvers do not catch it. */
export class WorkOver extends Error {
  override name = "WorkOver";
}
