/** Asks how much of a commit is reverted when something of it changed since. */
import {
  type CommitRefusal,
  canOverwrite,
  explainConflicts,
  type HowMuch,
} from "@bazaar/guard/commit";
import { counted } from "../counted.ts";
import { asking } from "../prompt.ts";

type ChangedSince = Extract<CommitRefusal, { readonly code: "changed_since" }>;

const MAX_ROUNDS = 3;
const COPIES = "and keep copies of what is overwritten";

/** Null for a no. */
export async function askHowMuch(
  refusal: ChangedSince,
  signal: AbortSignal,
): Promise<HowMuch | null> {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const answer = await asking(signal, ({ line }) => line(() => question(refusal)));
    if (answer === null || /^(?:n|no)?$/i.test(answer)) return null;
    if (/^(?:a|all)$/i.test(answer) && canOverwrite(refusal.conflicts)) return "all";
    if (/^y(?:es)?$/i.test(answer) && refusal.revertible > 0) return "part";
  }
  return null;
}

function question({ changes, revertible, conflicts }: ChangedSince): string {
  const since = changes - revertible;
  const all = canOverwrite(conflicts) ? `, a: all, ${COPIES}` : "";
  const asked =
    revertible === 0 ? `Revert anyway, ${COPIES}? [a/N]` : `Revert the ${revertible}? [y/N${all}]`;
  return [
    `${revertible} of ${counted(changes, "change")} can be reverted; ${since} ${since === 1 ? "was" : "were"} changed since:`,
    ...explainConflicts(conflicts),
    asked,
  ].join("\n");
}
