import type { JsonObject } from "../canonical/json.ts";
import type { Verdict } from "./verdict.ts";

/** The original command, run again after the fix, ends with this exit code. */
export interface ExitCodeCheck {
  readonly method: "exit_code";
  readonly expected: number;
}

export function judgeExitCode({ expected }: ExitCodeCheck, evidence: JsonObject): Verdict {
  const code = evidence.exit_code;
  if (typeof code !== "bigint") return "no_verdict";
  return code === BigInt(expected) ? "pass" : "fail";
}
