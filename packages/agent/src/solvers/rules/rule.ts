/**
 * A rule: one common failure, how it is recognised and how it is repaired.
 *
 * Recognising is pure and reads only the problem. Repairing may run a few read-only commands on the
 * machine, like every agent, and returns a fix or null. A rule that is not sure returns null: a
 * wrong fix costs an attempt.
 */
import type { Problem } from "../../problem.ts";
import type { Fix } from "../../solver.ts";
import { Investigator } from "./investigator.ts";
import { type View, viewOf } from "./view.ts";

/** A failed command as an agent receives it: scrubbed, and possibly hostile. */
export type FailedCommand = Pick<Problem, "command" | "error" | "capabilities">;

/** Runs one read-only command; null if it was refused or none is left. */
export type Ask = (command: string) => Promise<string | null>;

export interface Rule {
  readonly name: string;
  /** What goes wrong, in one line. */
  readonly title: string;
  matches(problem: FailedCommand): boolean;
  repair(problem: FailedCommand, look: Ask): Promise<Fix | null>;
}

interface Recipe<Facts> {
  readonly name: string;
  readonly title: string;
  /** What the rule needs to know of the failure, or null if it is another one. */
  readonly sees: (view: View) => Facts | null;
  readonly repair: (
    facts: Facts,
    view: View,
    ask: Investigator,
  ) => Fix | null | Promise<Fix | null>;
}

export function rule<Facts>({ name, title, sees, repair }: Recipe<Facts>): Rule {
  return {
    name,
    title,
    matches: (problem) => sees(viewOf(problem)) !== null,
    async repair(problem, look) {
      const view = viewOf(problem);
      const facts = sees(view);
      const fix = facts === null ? null : await repair(facts, view, new Investigator(look));
      return fix !== null && isPlain(fix) ? fix : null;
    },
  };
}

/** No control characters and nothing invisible. */
function isPlain({ shell, correctedCommand = "" }: Fix): boolean {
  return !/[^\P{Cc}\n\t]|\p{Cf}/u.test(shell + correctedCommand);
}

/** A fix that only replaces the command. */
export function corrected(command: string, explanation: string): Fix {
  return { shell: "", explanation, correctedCommand: command };
}
