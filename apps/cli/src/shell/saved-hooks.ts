/** The hooks in `~/.fix/hooks`: a shell reads a file many times faster than it starts `fix`. */
import { homedir } from "node:os";
import { join } from "node:path";
import { writeWhole } from "@bazaar/guard/write-whole";
import { fixHome } from "../home.ts";
import { readIfThere } from "./shell-record.ts";
import { hookScript, SHELLS, type Shell } from "./shells.ts";

/** Returns why they could not be saved, or null. */
export function saveHooks(shell: Shell): string | null {
  try {
    writeWhole(hooksOf(shell), hookScript(shell));
    return null;
  } catch (error) {
    return `the integration was not saved: ${(error as Error).message}`;
  }
}

/** Hooks that another version of `fix` saved are replaced, for the shells that start from now on. */
export function refreshHooks(): void {
  for (const shell of SHELLS) {
    const saved = readIfThere(hooksOf(shell));
    if (saved !== null && saved !== hookScript(shell)) saveHooks(shell);
  }
}

function hooksOf(shell: Shell): string {
  return join(fixHome(homedir()).hooks, shell);
}
