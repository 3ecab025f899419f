/** The failure as the contract's document tells it: what has left this machine already. */
import type { Contract } from "@bazaar/doors/connection";
import { isJsonObject } from "@bazaar/kernel";

export interface FailureText {
  readonly command: string;
  readonly error: string;
}

export function failureText({ state }: Pick<Contract, "state">): FailureText {
  const { task } = state.terms.document;
  const { command, error } = isJsonObject(task) ? task : {};
  return {
    command: typeof command === "string" ? command : "",
    error: typeof error === "string" ? error : "",
  };
}

/** Lines that report a problem rather than progress. */
const PROBLEM =
  /error|fail|fatal|exception|traceback|panic|cannot|can't|could not|unable|undefined|undeclared|unknown|unexpected|expected|unresolved|invalid|missing|denied|refused|not found|no such|no rule|killed|abort|assert|warning|:\d+:/i;

/** Where in the stack it happened; a trace has many such lines. */
const FRAME = /^at\s/;

export function reportsProblem(line: string): boolean {
  return PROBLEM.test(line) && !FRAME.test(line);
}

/** Lines without what surrounds them. */
export function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
