/** The line of a script that a shell complains about: `deploy.sh: line 3: message`. */
import { firstMatch, type View } from "../view.ts";

export interface ScriptLine {
  readonly path: string;
  readonly line: number;
  readonly found: RegExpExecArray;
}

/** The groups of `message` start at 3. */
export function scriptLine(view: View, message: string): ScriptLine | null {
  const found = firstMatch(view, new RegExp(`^([^:]{1,200}): (?:line )?(\\d{1,6}): ${message}$`));
  const path = found?.[1];
  if (found === null || path === undefined || ["bash", "sh", "zsh"].includes(path)) return null;
  return { path, line: Number(found[2]), found };
}
