/**
 * What a rule is: one failure that people really have, how it is recognised and how it is repaired.
 *
 * Recognising is pure and reads nothing but the problem. Repairing may look at the machine through
 * the same keyhole as every agent, a few commands at most, and answers with a proposal or with
 * null. A rule that is not sure stays silent: a wrong repair costs an attempt.
 */
import type { Problem } from "../../problem.ts";
import type { Fix } from "../../solver.ts";
import { Investigator } from "./investigator.ts";
import { type View, viewOf } from "./view.ts";

/** A failed command as an agent receives it: scrubbed, and hostile for all we know. */
export type FailedCommand = Pick<Problem, "command" | "error" | "capabilities">;

/** Asks one read-only command; null when it was refused or may not be asked any more. */
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
  /** What the problem says about itself, or null when it is another one. */
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

/** What no shell could be given, or no reader could see, is not proposed. */
function isPlain({ shell, correctedCommand = "" }: Fix): boolean {
  return !/[^\P{Cc}\n\t]|\p{Cf}/u.test(shell + correctedCommand);
}

/** The command was wrong and nothing else. */
export function corrected(command: string, explanation: string): Fix {
  return { shell: "", explanation, correctedCommand: command };
}
