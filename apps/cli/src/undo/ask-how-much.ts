/** Asks how much of a commit is reverted when something of it changed since. */
import {
  type CommitRefusal,
  canOverwriteAny,
  explainConflicts,
  type HowMuch,
} from "@bazaar/guard/commit";
import { asking } from "@bazaar/terminal/prompt";
import { counted } from "../counted.ts";

type ChangedSince = Extract<CommitRefusal, { readonly code: "changed_since" }>;

const COPIES = "and keep copies of what is overwritten";

/** Null for a no. */
export async function askHowMuch(
  refusal: ChangedSince,
  signal: AbortSignal,
): Promise<HowMuch | null> {
  const { revertible, conflicts } = refusal;
  // Where only all of it can be reverted, there is one thing to say yes to.
  const isAllOnly = revertible === 0;
  const hasChoice = !isAllOnly && canOverwriteAny(conflicts);
  const words = ["yes" as const, ...(hasChoice ? (["all"] as const) : [])];
  const answer = await asking(signal, ({ choice }) => choice(question(refusal), words));
  return answer === "yes" && !isAllOnly ? "part" : answer === null ? null : "all";
}

function question({ changes, revertible, conflicts }: ChangedSince): string {
  const since = changes - revertible;
  const all = canOverwriteAny(conflicts) ? `, a: all, ${COPIES}` : "";
  const asked =
    revertible === 0 ? `Revert anyway, ${COPIES}? [y/N]` : `Revert the ${revertible}? [y/N${all}]`;
  return [
    `${revertible} of ${counted(changes, "change")} can be reverted; ${since} ${since === 1 ? "was" : "were"} changed since:`,
    ...explainConflicts(conflicts),
    asked,
  ].join("\n");
}
