/** A call of git: its subcommand, its operands and the directory that it works in. */
import type { Investigator } from "../investigator.ts";
import { quotedPath } from "../quote.ts";
import type { Call, Word } from "../shell-words.ts";
import { callOf, type View } from "../view.ts";

export interface GitCall {
  readonly call: Call;
  readonly verb: Word;
  readonly operands: readonly Word[];
  /** Given by `-C`; empty without it, null if it is not known. */
  readonly directory: string | null;
}

const TAKES_VALUE = new Set(["-C", "-c", "--git-dir", "--work-tree"]);
/** Those that people type. Every git has them. */
export const GIT_COMMANDS: readonly string[] =
  "add am apply archive bisect blame branch checkout cherry cherry-pick clean clone commit config describe diff fetch format-patch gc grep init log ls-files ls-remote merge mv notes prune pull push rebase reflog remote reset restore rev-parse revert rm shortlog show stage stash status submodule switch tag worktree".split(
    " ",
  );
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
  const directory = directoryOf(call.operands.slice(0, at));
  return { call, verb, operands: call.operands.slice(at + 1), directory };
}

function directoryOf(globals: readonly Word[]): string | null {
  if (globals.some(({ raw }) => /^--(?:git-dir|work-tree)/.test(raw))) return null;
  const given = globals.filter((_, at) => globals[at - 1]?.raw === "-C");
  if (given.length > 1) return null;
  return given.length === 0 ? "" : (given[0]?.value ?? null);
}

/** What git prints to a question about the repository; null if it refuses or is not asked. */
export async function askGit(
  { directory }: GitCall,
  ask: Investigator,
  ...words: readonly string[]
): Promise<string | null> {
  if (directory === null) return null;
  const output = await ask.ask("git", ...(directory === "" ? [] : ["-C", directory]), ...words);
  return output === null || /^(?:fatal|error): /.test(output) ? null : output;
}

/** Whether the repository has this remote: any text may name an address to push to. */
export async function hasRemote(git: GitCall, ask: Investigator, name: string): Promise<boolean> {
  return linesOf(await askGit(git, ask, "remote")).includes(name);
}

export function linesOf(output: string | null): readonly string[] {
  return (output ?? "").split("\n").filter((line) => line !== "");
}

/** Operands that are neither options nor behind `--`. */
export function plainOperands({ operands }: GitCall): readonly Word[] {
  const end = operands.findIndex(({ raw }) => raw === "--");
  return (end === -1 ? operands : operands.slice(0, end)).filter(({ raw }) => !raw.startsWith("-"));
}

export function hasFlag({ operands }: GitCall, ...flags: readonly string[]): boolean {
  return operands.some(({ raw }) => flags.includes(raw));
}

/** Shell text that calls git in the same directory; `words` are shell text. */
export function gitText({ directory }: GitCall, words: string): string {
  return directory === null || directory === ""
    ? `git ${words}`
    : `git -C ${quotedPath(directory)} ${words}`;
}

/** The path as the directory of the command sees it. */
export function fromStart({ directory }: GitCall, path: string): string {
  return directory === null || directory === "" || path.startsWith("/")
    ? path
    : `${directory}/${path}`;
}
