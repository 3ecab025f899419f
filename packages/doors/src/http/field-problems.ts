import type { ZodError } from "zod";
import type { FieldProblem } from "./door-refusal.ts";

/** The most problems of one body or query that are told at once. */
const MAX_PROBLEMS = 20;

/** What a schema finds wrong, field by field. */
export function fieldProblems({ issues }: ZodError): readonly FieldProblem[] {
  return issues
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => ({ field: path.map(String).join("."), problem: message }));
}
