import type { WaitingRepair } from "@bazaar/client";
import { listUndoable, shownPath } from "@bazaar/guard/commit";
import { ownStateDirectory } from "../../undo/own-state-directory.ts";

/**
 * Whether a commit of that command stands in that directory, by the guard's journals. Where they
 * cannot be read it may.
 */
export async function isOnDisk({ command, directory }: WaitingRepair): Promise<boolean> {
  const standing = await listUndoable(ownStateDirectory());
  if (!standing.ok) return true;
  // A journal has only the beginning of a long command.
  return standing.value.some(
    (made) =>
      shownPath(made.directory) === directory &&
      (made.command === null || command.startsWith(made.command)),
  );
}
