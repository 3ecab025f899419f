/** What `fix undo` can do about the commit of this run, after the command has run for real. */
import { type Conflict, canOverwriteAny, undoOutlook } from "@bazaar/guard/commit";
import { counted } from "../counted.ts";
import { ownStateDirectory } from "./own-state-directory.ts";

export interface UndoWords {
  /** Whether a file of the fix has other content now. */
  readonly isRewritten: boolean;
  readonly text: string;
}

/** Unlike a file that was added to a new directory, or a ref of git that moved. */
const REWRITTEN: ReadonlySet<Conflict["because"]> = new Set([
  "changed",
  "changed_inside",
  "vanished",
  "appeared",
]);

/** Null if this run committed nothing. */
export async function undoWords(directory: string): Promise<UndoWords | null> {
  const since = { tree: directory, sinceMs: performance.timeOrigin };
  const outlook = await undoOutlook(ownStateDirectory(), since);
  if (!outlook.ok || outlook.value?.is !== "ready") return null;
  const { changes, revertible, conflicts } = outlook.value;
  const isRewritten = conflicts.some(({ because }) => REWRITTEN.has(because));
  if (changes === revertible) return { isRewritten, text: "fix undo reverts the fix" };
  const isAll = canOverwriteAny(conflicts);
  const all = isAll
    ? "fix undo --all reverts the fix and keeps copies of what changed since"
    : "fix undo can no longer revert it";
  if (revertible === 0) return { isRewritten, text: all };
  const part = `fix undo --part reverts ${revertible} of ${counted(changes, "change")}`;
  const rest = isAll ? ", fix undo --all also what changed since" : "";
  return { isRewritten, text: `${part}${rest}` };
}
