/** The shell that `fix` was typed into. `$SHELL` is the login shell, which may be another one. */
import { readIfThere } from "./shell-record.ts";
import { type Shell, shellNamed } from "./shells.ts";

/** npx and wrappers stand between. */
const MAX_ANCESTORS = 6;
const FIELDS = /^\d+ \(([\s\S]*)\) \S (\d+) /;

/** The nearest known shell from this process upwards; null where none is found. */
export function callingShell(process: number): Shell | null {
  let at = process;
  for (let step = 0; step < MAX_ANCESTORS && at > 1; step += 1) {
    const [, name = "", parent = "0"] = FIELDS.exec(readIfThere(`/proc/${at}/stat`) ?? "") ?? [];
    const shell = shellNamed(name);
    if (shell !== null) return shell;
    at = Number(parent);
  }
  return null;
}
