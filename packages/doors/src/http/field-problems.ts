import type { ZodError } from "zod";
import type { FieldProblem } from "./door-refusal.ts";

const MAX_PROBLEMS = 20;

/** The problems that a schema found, by field. */
export function fieldProblems({ issues }: ZodError): readonly FieldProblem[] {
  return issues
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => ({ field: path.map(String).join("."), problem: message }));
}
