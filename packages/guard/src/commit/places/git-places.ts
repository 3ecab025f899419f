/**
 * Everything inside a git directory is one place: half of it kept would break the repository, and
 * parts of it decide what git runs.
 *
 * Changes there are kept unasked only if the command that made them was git itself, and only if
 * all of them are what that git command does.
 */
import { asRaw, isWithin, type RawPath } from "../../disk/raw-path.ts";
import type { Change } from "../change.ts";
import type { Danger } from "../dangers.ts";

/** A git directory by its name: of a working tree, or a bare one. */
const GIT_DIRECTORY = /^.*?\/[^/]*\.git(?=\/)/i;
const HOOK = /^(?:.+\/)?hooks(?:\/(?!.*\.sample$).*)?$/;
/** What git stores and never runs. Names below `modules` and `worktrees` are of other repositories. */
const STORED =
  /^(?:(?:modules|worktrees)\/.+?\/|lost-found\/)?(?:(?:objects(?!\/info\/(?:http-)?alternates$)|refs|logs|lfs|branches)(?:\/.*)?|[A-Z_]+|index|packed-refs|shallow|description|gc\.log|info(?:\/(?:exclude|refs|sparse-checkout))?|hooks\/.*\.sample)$/;
const SETTINGS =
  /(?:^|\/)(?:config(?:\.worktree)?|commondir|gitdir|attributes|(?:http-)?alternates)$/;

/** Where git directories are known or can be recognised by their name. */
export interface GitPlaces {
  readonly workingTree: RawPath;
  readonly gitDirectories: readonly RawPath[];
}

/** The path inside its git directory, or null. */
export function insideGit(path: RawPath, places: GitPlaces): string | null {
  const directory = gitDirectoryOf(path, places);
  return directory === null ? null : path.slice(directory.length + 1);
}

/** The outermost git directory around a path, or null. */
export function gitDirectoryOf(
  path: RawPath,
  { workingTree, gitDirectories }: GitPlaces,
): RawPath | null {
  const from = isWithin(path, workingTree) ? workingTree.length : 0;
  const named = GIT_DIRECTORY.exec(path.slice(from))?.[0];
  const all = named === undefined ? [] : [asRaw(path.slice(0, from) + named)];
  const [top] = [...all, ...gitDirectories]
    .filter((directory) => path !== directory && isWithin(path, directory))
    .sort();
  return top ?? null;
}

export function gitDanger(inside: string): Danger {
  if (HOOK.test(inside)) return { code: "git_hook", sentence: "git runs it automatically" };
  return STORED.test(inside) && !SETTINGS.test(inside)
    ? { code: "git_data", sentence: "it is part of the git repository" }
    : { code: "git_config", sentence: "it can change what git runs" };
}

/** Parts of a git directory that a git command may change. */
const PARTS = {
  index: /^(?:index|sharedindex\.[0-9a-f]+)$/,
  objects:
    /^objects(?:\/(?:[0-9a-f]{2}(?:\/[0-9a-f]+)?|pack(?:\/[\w.-]+)?|info(?:\/(?:packs|commit-graphs?(?:\/[\w.-]+)?))?))?$/,
  branches: /^(?:HEAD|ORIG_HEAD|logs(?:\/HEAD)?|(?:logs\/)?refs(?:\/heads(?:\/.+)?)?)$/,
  tags: /^(?:TAG_EDITMSG|refs(?:\/tags(?:\/.+)?)?)$/,
  stash: /^(?:logs\/)?refs(?:\/stash)?$/,
  remotes: /^(?:FETCH_HEAD|shallow|(?:logs\/)?refs(?:\/remotes(?:\/.+)?)?)$/,
  packed: /^packed-refs$/,
  messages:
    /^(?:COMMIT_EDITMSG|MERGE_(?:MSG|HEAD|MODE|RR)|SQUASH_MSG|AUTO_MERGE|(?:CHERRY_PICK|REVERT|REBASE)_HEAD)$/,
  settings: /^config$/,
} as const satisfies Record<string, RegExp>;

type Part = keyof typeof PARTS;

const MOVES: readonly Part[] = ["index", "objects", "branches", "messages"];

/** What each git command changes. Any other command is asked for. */
const COMMANDS: Readonly<Record<string, readonly Part[]>> = {
  add: ["index", "objects"],
  rm: ["index", "objects"],
  mv: ["index", "objects"],
  restore: ["index", "objects"],
  status: ["index"],
  diff: ["index"],
  commit: MOVES,
  checkout: MOVES,
  switch: MOVES,
  reset: MOVES,
  merge: MOVES,
  rebase: MOVES,
  revert: MOVES,
  am: MOVES,
  "cherry-pick": MOVES,
  pull: [...MOVES, "remotes", "tags", "packed"],
  fetch: ["objects", "remotes", "tags", "packed"],
  push: ["remotes"],
  stash: ["index", "objects", "stash", "branches"],
  branch: ["branches", "packed"],
  tag: ["tags", "objects", "packed"],
  gc: ["objects", "packed", "branches", "tags", "remotes", "stash"],
  repack: ["objects"],
  "pack-refs": ["packed", "branches", "tags", "remotes", "stash"],
  config: ["settings"],
};

/** Settings that name no program. */
const PLAIN_SETTINGS =
  /^(?:user\.(?:name|email)|init\.defaultBranch|pull\.(?:rebase|ff)|push\.(?:default|autoSetupRemote)|branch\..+\.(?:remote|merge|rebase))$/i;

/** The changes in git directories that this command explains: all of them, or none. */
export function explainedByGit(
  command: string | null,
  changes: readonly Change[],
  places: GitPlaces,
  /** The directories of the repository that the command runs in. */
  own: readonly RawPath[],
): ReadonlySet<Change> {
  const parts = command === null ? [] : partsOf(command);
  if (parts.length === 0) return new Set();
  const inside = changes.filter(({ path }) => insideGit(path, places) !== null);
  const isExplained = inside.every(({ path, after }) => {
    const top = own.find((directory) => isWithin(path, directory));
    if (top === undefined || after?.type === "symlink") return false;
    return parts.some((part) => PARTS[part].test(path.slice(top.length + 1)));
  });
  return new Set(isExplained ? inside : []);
}

const QUOTED = /'[^']*'|"[^"$`\\]*"/g;
const SHELL_SYNTAX = /[;&|<>()$`\\\n{}#!"']/;

/** Of one git command, or several with `&&` or line ends between them; empty for everything else. */
function partsOf(command: string): readonly Part[] {
  // What is quoted is one word, of which only its being there matters.
  const each = command.trim().replace(QUOTED, "QUOTED").split(/&&|\n/);
  const parts = each.map((text) => partsOfOne(text.trim()));
  return parts.every((some) => some.length > 0) ? parts.flat() : [];
}

function partsOfOne(text: string): readonly Part[] {
  if (SHELL_SYNTAX.test(text)) return [];
  const [program, ...rest] = text.split(/[ \t]+/);
  const [subcommand = "", ...operands] = rest[0] === "--no-pager" ? rest.slice(1) : rest;
  if (program !== "git" || !Object.hasOwn(COMMANDS, subcommand)) return [];
  const [setting = ""] = operands.filter((word) => word !== "--local");
  if (subcommand === "config" && !PLAIN_SETTINGS.test(setting)) return [];
  return COMMANDS[subcommand] ?? [];
}
