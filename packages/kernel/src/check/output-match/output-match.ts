/** The standard output contains a match of a pattern that a stranger wrote. */
import { RE2JS } from "re2js";
import type { CheckKind } from "../check-kind.ts";
import { isCommandAgreed } from "../rerun.ts";
import { MAX_MATCHED, MAX_PATTERN_LENGTH } from "./pattern.ts";

export interface OutputMatchCheck {
  readonly method: "output_match";
  readonly pattern: string;
}

export const outputMatch: CheckKind<OutputMatchCheck> = {
  method: "output_match",
  documentMethod: "output_match",
  replays: (_, work) => isCommandAgreed(work),
  decidedBy: "output",
  read(read, _, problemOf) {
    const pattern = read.string("pattern", { min: 1, max: MAX_PATTERN_LENGTH });
    const problem = read.problem === null ? problemOf(pattern) : null;
    if (problem !== null) read.fault("pattern", problem);
    return { method: "output_match", pattern };
  },
  json: ({ method, pattern }) => ({ method, pattern }),
  judge({ pattern }, { output, is_cut }) {
    if (typeof output !== "string") return "no_verdict";
    // Searched from there, not cut off there: `^` and `\b` see what is before.
    const start = Math.max(0, output.length - MAX_MATCHED);
    if (RE2JS.compile(pattern).matcher(output).find(start)) return "pass";
    // The match may be in the part that was cut.
    return is_cut === true || start > 0 ? "no_verdict" : "fail";
  },
  cost: ({ pattern }, stepsOf) => stepsOf(pattern),
  isSupported: ({ output, output_commitment }) =>
    typeof output === "string" || typeof output_commitment === "string",
  words: ({ pattern }) => `output that matches ${JSON.stringify(pattern)}`,
  rule: () => "the output contains a match of the pattern in entry 0",
};
