/**
 * How work is checked: what a check asks for, and what the evidence says about it.
 *
 * Judging is pure: the evidence was collected elsewhere, in a sandbox. A verdict is `fail` only
 * when the evidence shows a failure; a crash, a timeout or a missing piece is `no_verdict`.
 */
import type { JsonObject } from "../canonical/json.ts";
import type { Terms } from "../contract/terms.ts";
import { type Check, kindOf } from "./kinds.ts";
import type { NamedCheck } from "./named-check.ts";
import type { Verdict } from "./verdict.ts";

export function judge(check: Check, evidence: JsonObject): Verdict {
  return kindOf(check.method).judge(check, evidence);
}

/** The steps of a check; one of a single step is named after its method. */
export function namedChecks(check: Check, evidence: JsonObject): readonly NamedCheck[] {
  const { method, named } = kindOf(check.method);
  if (named !== undefined) return named(check, evidence);
  return [{ name: method, verdict: judge(check, evidence), details: null }];
}

/** All checks must pass. One failure fails; otherwise one missing verdict leaves it open. */
export function judgeAll(checks: readonly Check[], evidence: readonly JsonObject[]): Verdict {
  let all: Verdict = "pass";
  for (const [index, check] of checks.entries()) {
    const collected = evidence[index];
    const verdict = collected === undefined ? "no_verdict" : judge(check, collected);
    // What the others say does not matter, and a pattern takes long to compile.
    if (verdict === "fail") return "fail";
    if (verdict === "no_verdict") all = "no_verdict";
  }
  return all;
}

/**
 * One run is the evidence for all checks: each reads its own part of it. Checks that decided before the
 * result, and do not on top of it, have failed.
 */
export function judgeRun(checks: readonly Check[], evidence: JsonObject): Verdict {
  const verdict = judgeAll(
    checks,
    checks.map(() => evidence),
  );
  return verdict === "no_verdict" && evidence.decided_before === true ? "fail" : verdict;
}

/** Whether the market can run all checks again: each says so of the work that it is on. */
export function isReplayable({ work, checks }: Pick<Terms, "work" | "checks">): boolean {
  return checks.every((check) => kindOf(check.method).replays(check, work));
}

/** For a person, as part of a sentence. It may have text that a party wrote. */
export function checkWords(check: Check): string {
  return kindOf(check.method).words(check);
}

/** For a judge: the method and its rule. Nothing that a party wrote can appear in it. */
export function checkRule(check: Check): string {
  return `${check.method}: ${kindOf(check.method).rule(check)}`;
}
