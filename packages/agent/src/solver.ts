/**
 * Whoever has ideas: a table of known repairs, rules, a model, a person.
 *
 * A solver is given a problem and two tools, a keyhole and a try, and knows nothing of bonds,
 * phases and clocks. Everything in a problem and everything that the tools give back was written
 * by strangers: it is data, to be matched or quoted, never to be run here and never to be obeyed.
 */
import type { Problem } from "./problem.ts";

export interface Solver {
  readonly name: string;
  /**
   * Works until a proposal has passed, or until it has nothing (more) to offer, which costs
   * nothing as long as it has proposed nothing. What it throws counts as nothing to offer.
   */
  solve(problem: Problem, tools: Tools): Promise<"solved" | "passed">;
}

export interface Tools {
  /** The problem as it stands now, with everything that was seen and tried so far. */
  now(): Problem;
  /** Asks for the output of one read-only command on the principal's machine. */
  look(command: string): Promise<Look>;
  /** Hands in a fix and waits for what became of it. The first one commits the agent. */
  propose(fix: Fix): Promise<Trial>;
  /** Aborts when the contract is out of the agent's hands. */
  readonly signal: AbortSignal;
}

export interface Fix {
  /** Shell text that runs on the principal's machine, in its sandbox. May be empty. */
  readonly shell: string;
  /** What is wrong and what this does about it, for the principal to read. */
  readonly explanation: string;
  /** Replaces the original command where that one itself is wrong. */
  readonly correctedCommand?: string;
  /** Capabilities without which it cannot work, such as `network` or `sudo`. */
  readonly needs?: readonly string[];
}

export type Look =
  | { readonly isSeen: true; readonly output: string }
  | { readonly isSeen: false; readonly because: string };

export type Trial =
  | { readonly verdict: "pass" }
  | { readonly verdict: "fail"; readonly said: string; readonly attemptsLeft: number }
  /** It was never handed in, and cost nothing. */
  | { readonly verdict: "not_tried"; readonly because: string };

/** The contract is out of the agent's hands. Solvers let it through. */
export class WorkOver extends Error {
  override name = "WorkOver";
}
