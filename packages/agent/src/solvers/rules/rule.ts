/**
 * A rule: one common failure, how it is recognised and how it is repaired.
 *
 * Recognising is pure and reads only the problem. Repairing may run a few read-only commands on the
 * machine, like every agent, and returns a fix, a hint or null. A rule that is not sure returns
 * null: a wrong fix costs an attempt, and a wrong hint misleads.
 */
import type { Problem } from "../../problem.ts";
import type { Fix, Hint } from "../../solver.ts";
import type { Investigator } from "./investigator.ts";
import { printedWords, recording } from "./printed-words.ts";
import { problemParts } from "./problem-parts.ts";
import type { View } from "./view.ts";

/** A failed command as an agent receives it: scrubbed, and possibly hostile. */
export type FailedCommand = Pick<Problem, "command" | "error" | "capabilities">;

/** A fix is verified in the sandbox; a hint is only shown. */
export type Answer = Fix | Hint;

/** Runs one read-only command; null if it was refused or none is left. */
export type Ask = (command: string) => Promise<string | null>;

export interface Rule {
  readonly name: string;
  /** What goes wrong, in one line. */
  readonly title: string;
  matches(problem: FailedCommand): boolean;
  repair(problem: FailedCommand, look: Ask): Promise<Answer | null>;
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
  ) => Answer | null | Promise<Answer | null>;
}

export function rule<Facts>({ name, title, sees, repair }: Recipe<Facts>): Rule {
  return {
    name,
    title,
    matches: (problem) => problemParts(problem).some(({ view }) => sees(view) !== null),
    async repair(problem, given) {
      const seen: string[] = [];
      const look = recording(given, seen);
      for (const { view, investigator, place } of problemParts(problem)) {
        const facts = sees(view);
        const answer = facts === null ? null : await repair(facts, view, investigator(look));
        const whole = answer === null ? null : await place(answer, look);
        if (whole === null || !isPlain(whole)) continue;
        if (isFix(whole) && printedWords(whole, problem, seen).length > 0) continue;
        return whole;
      }
      return null;
    },
  };
}

export function isFix(answer: Answer): answer is Fix {
  return "shell" in answer;
}

/** No control characters, nothing invisible and nothing redacted in what may run. */
function isPlain(answer: Answer): boolean {
  const texts = isFix(answer) ? [answer.shell, answer.correctedCommand] : [answer.command];
  const text = texts.join("\n");
  return !/[^\P{Cc}\n\t]|\p{Cf}/u.test(text) && !text.includes("[REDACTED:");
}

/** A fix that only replaces the command. */
export function corrected(command: string, explanation: string): Fix {
  return { shell: "", explanation, correctedCommand: command };
}

/** A corrected command that no sandbox can prove. */
export function unproved(command: string, because: string, explanation: string): Hint {
  return { command, unproved: because, explanation };
}

/** An explanation without a command: what is wrong, and what the person may do. */
export function advice(explanation: string): Hint {
  return { explanation };
}
