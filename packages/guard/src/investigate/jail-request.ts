/** What the jail is asked for one planned command, once the disk has been looked at. */
import { realpath, stat } from "node:fs/promises";
import { basename } from "node:path";
import { errorCode } from "../error-code.ts";
import { isSecretPath } from "../jail/masks.ts";
import type { Limits } from "../jail/run-bounded.ts";
import { systemTool } from "../system-tool.ts";
import { holdsPrivateKey } from "../view/key-material.ts";
import { privateKeysBelow } from "../view/private-keys-below.ts";
import { SearchFailed } from "../view/search-tree.ts";
import type { StagePlan } from "./plan-stage.ts";
import { allow, type Checked, deny } from "./refusal.ts";
import { JailUnavailable, type ReadOnlyRun } from "./run-read-only.ts";

const OUT_OF_REACH: ReadonlySet<string> = new Set([
  "ENOENT",
  "ENOTDIR",
  "EACCES",
  "EPERM",
  "ELOOP",
  "ENAMETOOLONG",
]);

/** Tools that look at a name and never open it. */
const NAMES_ONLY: ReadonlySet<string> = new Set(
  "ls stat file find fd tree du df realpath readlink namei getfacl lsof basename dirname".split(
    " ",
  ),
);

export const SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

export interface JailPlace {
  /** The working tree, whose secrets are hidden wherever a command starts. */
  readonly root: string;
  /** Where it starts, unless its plan says otherwise. */
  readonly directory: string;
  readonly home: string;
  /** See `ReadOnlyRun`. */
  readonly shows?: readonly string[];
  /** The user's own PATH, for `which` and similar tools; programs are never run from it. */
  readonly searchPath?: string;
  readonly limits: Limits;
}

export async function jailRequest(
  plan: StagePlan,
  { root, directory, home, shows = [], searchPath = SYSTEM_PATH, limits }: JailPlace,
): Promise<Checked<ReadOnlyRun>> {
  const words: string[] = [];
  for (const word of plan.words) {
    const found = typeof word === "string" ? word : systemTool(word.program);
    if (found === null) {
      const tool = typeof word === "string" ? word : word.program;
      return deny({ code: "tool_missing", tool });
    }
    words.push(found);
  }
  const tool = words[0] ?? "";
  const trees = plan.filters && plan.files.length === 0 ? [] : [root];
  for (const path of plan.paths) {
    const real = await whatIs(path);
    if (real === null) continue;
    if (isSecretPath(real.path, home)) {
      const problem = `${path} leads there, and keys, passwords and histories are kept there`;
      return deny({ code: "secret_path", tool, word: path, path: real.path, problem });
    }
    const isSpecial = !real.isFile && !real.isDirectory && real.path !== "/dev/null";
    if (isSpecial && !NAMES_ONLY.has(basename(tool))) {
      const problem = "it is a pipe, a socket or a device: what is in it is for somebody else";
      return deny({ code: "operand_refused", tool, word: path, problem });
    }
    if (plan.readsContents && real.isFile && holdsPrivateKey(real.path)) {
      const problem = "it is a private key";
      return deny({ code: "secret_path", tool, word: path, path: real.path, problem });
    }
    if (path === plan.startsIn && !isInside(real.path, root)) {
      const problem = `it leads out of ${root}`;
      return deny({ code: "operand_refused", tool, word: path, problem });
    }
    if (real.isDirectory && plan.readsTrees) trees.push(real.path);
  }
  return allow({
    words,
    directory: plan.startsIn ?? directory,
    workingTree: root,
    home,
    shows,
    hidden: plan.readsTrees ? keysIn(trees) : [],
    searchPath: plan.seesSearchPath ? searchPath : SYSTEM_PATH,
    environment: plan.environment,
    limits,
  });
}

/** @throws JailUnavailable */
function keysIn(trees: readonly string[]): readonly string[] {
  try {
    return [...new Set(trees)].flatMap((top) => privateKeysBelow(top));
  } catch (error) {
    if (!(error instanceof SearchFailed)) throw error;
    throw new JailUnavailable(`keys cannot be hidden: ${error.message}`);
  }
}

export function isInside(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

interface Real {
  readonly path: string;
  readonly isDirectory: boolean;
  readonly isFile: boolean;
}

/** Null if it does not exist; the tool will say so. */
export async function whatIs(path: string): Promise<Real | null> {
  try {
    const real = await realpath(path);
    const stats = await stat(real);
    return { path: real, isDirectory: stats.isDirectory(), isFile: stats.isFile() };
  } catch (error) {
    if (OUT_OF_REACH.has(errorCode(error))) return null;
    throw error;
  }
}
