/** Where a shell says it was in a script: `deploy.sh: line 3: message`. */
import { firstMatch, type View } from "../view.ts";

export interface ScriptLine {
  readonly path: string;
  readonly line: number;
  readonly found: RegExpExecArray;
}

/** `message` must have no groups that capture before its own. */
export function scriptLine(view: View, message: string): ScriptLine | null {
  const found = firstMatch(view, new RegExp(`^([^:]{1,200}): (?:line )?(\\d{1,6}): ${message}$`));
  const path = found?.[1];
  if (found === null || path === undefined || ["bash", "sh", "zsh"].includes(path)) return null;
  return { path, line: Number(found[2]), found };
}
