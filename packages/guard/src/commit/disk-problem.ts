/** Failures of the disk, as opposed to bugs of ours. */
import { DirectoryMoved } from "../disk/directories.ts";
import { SyncFailed } from "../disk/sync-volumes.ts";
import { errorCode } from "../error-code.ts";
import { CopyFailed } from "./copy-entry.ts";

/** The message of a failure of the disk; null for a bug. */
export function diskProblem(error: unknown): string | null {
  const isKnown =
    error instanceof CopyFailed || error instanceof SyncFailed || error instanceof DirectoryMoved;
  return error instanceof Error && (isKnown || errorCode(error) !== "") ? error.message : null;
}
