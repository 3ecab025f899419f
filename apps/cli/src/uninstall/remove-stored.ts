/** Removes what the person chose, and what cannot be restored last. */
import { rmdirSync, rmSync } from "node:fs";
import { explainCommitRefusal, NotRemoved, removeState } from "@bazaar/guard/commit";
import { visibleLine } from "../contracts/visible-command.ts";
import { recoverFirst } from "../recover-first.ts";
import { complain } from "../terminal.ts";
import { type ProfileLine, removeProfileLines } from "./profile-lines.ts";
import type { StoredFile, StoredFiles } from "./stored-files.ts";

export interface Chosen {
  readonly lines: readonly ProfileLine[];
  /** Null to keep all of them. */
  readonly stored: StoredFiles | null;
  readonly keys: readonly StoredFile[];
}

export interface Places {
  readonly home: string;
  readonly stateDirectory: string;
}

/** Returns why it stopped, or null. */
export async function removeStored(chosen: Chosen, places: Places): Promise<string | null> {
  try {
    return await removeAll(chosen, places);
  } catch (error) {
    const isOfSystem = (error as NodeJS.ErrnoException).syscall !== undefined;
    if (error instanceof NotRemoved || isOfSystem) return (error as Error).message;
    throw error;
  }
}

async function removeAll(
  { lines, stored, keys }: Chosen,
  { home, stateDirectory }: Places,
): Promise<string | null> {
  if (stored !== null && stored.state.length > 0) {
    const problem = (await recoverFirst(null)) ?? (await removedState(stateDirectory));
    if (problem !== null) return problem;
  }
  for (const path of new Set(lines.map((line) => line.path))) removeProfileLines(path);
  const files = [...(stored?.data ?? []), ...(stored?.records ?? []), ...keys];
  for (const { path } of files) rmSync(path, { recursive: true, force: true });
  removeIfEmpty(home);
  return null;
}

async function removedState(stateDirectory: string): Promise<string | null> {
  const removed = await removeState(stateDirectory, process.getuid?.() ?? -1);
  if (removed.ok) {
    for (const path of removed.value) {
      complain(
        `kept ${visibleLine(path)}: the only backups of a commit that could not be reverted`,
      );
    }
    return null;
  }
  if (removed.refusal.code === "busy") return "another fix is running: end it, then try again";
  return explainCommitRefusal(removed.refusal).join("\n");
}

function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["ENOENT", "ENOTEMPTY", "EEXIST", "ENOTDIR"].includes(code)) throw error;
  }
}
