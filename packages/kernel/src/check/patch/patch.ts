/**
 * A patch that applies to the exact commit of a job, changes only what it may, and makes the commands of
 * the terms pass that failed before.
 */
import { isJsonObject, type JsonObject } from "../../canonical/json.ts";
import type { CheckKind } from "../check-kind.ts";
import { type NamedCheck, verdictOf } from "../named-check.ts";
import { hasRepository } from "../rerun.ts";
import { readPatchFacts } from "./patch-facts.ts";
import { patchSteps } from "./patch-steps.ts";
import { type PatchCheck, patchCheckJson, patchCost, readPatchCheck } from "./patch-terms.ts";

export const patch: CheckKind<PatchCheck> = {
  method: "patch",
  documentMethod: "patch",
  replays: (_, work) => hasRepository(work),
  decidedBy: "patch",
  read: readPatchCheck,
  json: patchCheckJson,
  judge: (check, evidence) => verdictOf(named(check, evidence)),
  named,
  cost: patchCost,
  isSupported: ({ patch }) => isJsonObject(patch),
  words: ({ commands: [test = "", ...others] }) => {
    const more = others.length === 0 ? "" : ` and ${others.length} more`;
    return `a patch that applies and passes ${JSON.stringify(test)}${more}`;
  },
  rule: ({ commands }) =>
    "the patch has the hash that the result states, applies to the commit in entry 0, changes only " +
    "what entry 0 allows, and after it all commands there pass, of which the target failed before " +
    `(${commands.length} in all)`,
};

function named(check: PatchCheck, evidence: JsonObject): readonly NamedCheck[] {
  return patchSteps(check, readPatchFacts(evidence));
}
