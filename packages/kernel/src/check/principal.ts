import type { JsonObject } from "../canonical/json.ts";
import type { Verdict } from "./verdict.ts";

/** The principal looks and decides: for work that no command can check. */
export interface PrincipalCheck {
  readonly method: "principal";
}

export function judgePrincipal(evidence: JsonObject): Verdict {
  const isApproved = evidence.approved;
  if (typeof isApproved !== "boolean") return "no_verdict";
  return isApproved ? "pass" : "fail";
}
