/** A call of git and its subcommand. */
import type { Call, Word } from "../shell-words.ts";
import { callOf, type View } from "../view.ts";

export interface GitCall {
  readonly call: Call;
  readonly verb: Word;
  readonly operands: readonly Word[];
}

const TAKES_VALUE = new Set(["-C", "-c", "--git-dir", "--work-tree"]);
export const BRANCH = "[A-Za-z0-9_][A-Za-z0-9_./+@-]{0,100}";

export function gitCall(view: View, ...verbs: readonly string[]): GitCall | null {
  const call = callOf(view, "git");
  let at = 0;
  while (call?.operands[at]?.raw.startsWith("-")) {
    at += TAKES_VALUE.has(call.operands[at]?.raw ?? "") ? 2 : 1;
  }
  const verb = call?.operands[at];
  if (call == null || verb === undefined) return null;
  if (verbs.length > 0 && !verbs.includes(verb.value ?? "")) return null;
  return { call, verb, operands: call.operands.slice(at + 1) };
}
