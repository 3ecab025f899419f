/** How the checks of jobs write their steps. */
import type { Json } from "../canonical/json.ts";
import type { NamedCheck } from "./named-check.ts";

/** A step that passes unless there is a problem, which its details then say. */
export function step(name: string, problem: string | null): NamedCheck {
  return { name, verdict: problem === null ? "pass" : "fail", details: problem };
}

/** A step that the evidence leaves open. */
export function openStep(name: string, details: string): NamedCheck {
  return { name, verdict: "no_verdict", details };
}

/** How much of a stranger's text a step repeats. */
const MAX_QUOTED = 200;

/** Quoted, so that no sign of it can be taken for ours. */
export function quoted(text: string): string {
  return JSON.stringify(text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED)}…`);
}

/**
 * Whether a result states the hash of what it contains, as 64 hex digits. `claimed` is null where the
 * result states none; without it, or with nothing to hash, there is no verdict.
 */
export function hashStep(claimed: Json | undefined, actual: string | null): NamedCheck {
  if (claimed === undefined || actual === null) return openStep("hash_matches", "nothing to hash");
  if (typeof claimed !== "string") return step("hash_matches", "the result states no hash");
  return step("hash_matches", claimed === actual ? null : `the hash is ${actual}`);
}
