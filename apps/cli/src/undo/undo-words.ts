/** What `fix undo` can do about the commit of this run, after the command has run for real. */
import { canOverwrite, undoOutlook } from "@bazaar/guard/commit";
import { counted } from "../counted.ts";
import { ownStateDirectory } from "./own-state-directory.ts";

export interface UndoWords {
  /** Whether all of it can be reverted. */
  readonly isWhole: boolean;
  readonly text: string;
}

/** Null if this run committed nothing. */
export async function undoWords(directory: string): Promise<UndoWords | null> {
  const since = { tree: directory, sinceMs: performance.timeOrigin };
  const outlook = await undoOutlook(ownStateDirectory(), since);
  if (!outlook.ok || outlook.value?.is !== "ready") return null;
  const { changes, revertible, conflicts } = outlook.value;
  if (changes === revertible) return { isWhole: true, text: "fix undo reverts the fix" };
  const isAll = canOverwrite(conflicts);
  const all = isAll
    ? "fix undo --all reverts the fix and keeps copies of what changed since"
    : "fix recover has copies of what the fix replaced";
  if (revertible === 0) return { isWhole: false, text: all };
  const part = `fix undo --part reverts ${revertible} of ${counted(changes, "change")}`;
  const rest = isAll ? ", fix undo --all also what changed since" : "";
  return { isWhole: false, text: `${part}${rest}` };
}
