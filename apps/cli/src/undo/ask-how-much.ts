/** Asks how much of a commit is reverted when something of it changed since. */
import {
  type CommitRefusal,
  canOverwriteAny,
  explainConflicts,
  type HowMuch,
} from "@bazaar/guard/commit";
import { counted } from "../counted.ts";
import { asking } from "../prompt.ts";

type ChangedSince = Extract<CommitRefusal, { readonly code: "changed_since" }>;

const COPIES = "and keep copies of what is overwritten";

/** Null for a no. */
export async function askHowMuch(
  refusal: ChangedSince,
  signal: AbortSignal,
): Promise<HowMuch | null> {
  const words = [
    ...(refusal.revertible > 0 ? (["yes"] as const) : []),
    ...(canOverwriteAny(refusal.conflicts) ? (["all"] as const) : []),
  ];
  const answer = await asking(signal, ({ choice }) => choice(question(refusal), words));
  return answer === "yes" ? "part" : answer;
}

function question({ changes, revertible, conflicts }: ChangedSince): string {
  const since = changes - revertible;
  const all = canOverwriteAny(conflicts) ? `, a: all, ${COPIES}` : "";
  const asked =
    revertible === 0 ? `Revert anyway, ${COPIES}? [a/N]` : `Revert the ${revertible}? [y/N${all}]`;
  return [
    `${revertible} of ${counted(changes, "change")} can be reverted; ${since} ${since === 1 ? "was" : "were"} changed since:`,
    ...explainConflicts(conflicts),
    asked,
  ].join("\n");
}
