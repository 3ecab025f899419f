/**
 * How work is checked: what a check asks for, and what the evidence says about it.
 *
 * Judging is pure: the evidence was collected elsewhere, in a sandbox. A verdict is `fail` only
 * when the evidence shows a failure; a crash, a timeout or a missing piece is `no_verdict`.
 */
import type { JsonObject } from "../canonical/json.ts";
import { unreachable } from "../invariant.ts";
import { type ExitCodeCheck, judgeExitCode } from "./exit-code.ts";
import { judgeOutputMatch, type OutputMatchCheck } from "./output-match.ts";
import { judgePrincipal, type PrincipalCheck } from "./principal.ts";
import type { Verdict } from "./verdict.ts";

export type Check = ExitCodeCheck | OutputMatchCheck | PrincipalCheck;

export const CHECK_METHODS = ["exit_code", "output_match", "principal"] as const;

export function judge(check: Check, evidence: JsonObject): Verdict {
  switch (check.method) {
    case "exit_code":
      return judgeExitCode(check, evidence);
    case "output_match":
      return judgeOutputMatch(check, evidence);
    case "principal":
      return judgePrincipal(evidence);
    default:
      return unreachable(check);
  }
}

/** All checks must pass. One failure fails; otherwise one missing verdict leaves it open. */
export function judgeAll(checks: readonly Check[], evidence: readonly JsonObject[]): Verdict {
  const verdicts = checks.map((check, index) => {
    const collected = evidence[index];
    return collected === undefined ? "no_verdict" : judge(check, collected);
  });
  if (verdicts.includes("fail")) return "fail";
  return verdicts.includes("no_verdict") ? "no_verdict" : "pass";
}

/** One run is the evidence for all checks: each reads its own part of it. */
export function judgeRun(checks: readonly Check[], evidence: JsonObject): Verdict {
  return judgeAll(
    checks,
    checks.map(() => evidence),
  );
}

/**
 * What a report of the principal shows. `passed` is its own admission that all checks passed, with which
 * it may still report a failure: it does not take the fix for another reason.
 */
export function shownVerdict(checks: readonly Check[], evidence: JsonObject): Verdict {
  return evidence.passed === true ? "pass" : judgeRun(checks, evidence);
}

/**
 * Whether evidence says anything that one of the checks asks about. A principal's own judgement needs
 * none, so where it decides alone nothing is missing.
 */
export function isSupported(checks: readonly Check[], evidence: JsonObject | null): boolean {
  const asking = checks.filter(({ method }) => method !== "principal");
  return asking.length === 0 || asking.some(({ method }) => speaksTo(method, evidence ?? {}));
}

/** How the run ended, or what it printed, as far as that may leave the machine. */
function speaksTo(method: Check["method"], evidence: JsonObject): boolean {
  if (method === "exit_code") {
    const { exit_code, signal, stopped_by } = evidence;
    return [exit_code, signal, stopped_by].some((fact) => fact !== undefined && fact !== null);
  }
  const { output, output_commitment } = evidence;
  return typeof output === "string" || typeof output_commitment === "string";
}

/** Whether the server can run the checks again; for `command` the machine is private. */
export function isReplayable(work: string, checks: readonly Check[]): boolean {
  return work !== "command" && checks.every(({ method }) => method !== "principal");
}
