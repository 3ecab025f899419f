/** All changes of a layer with their dangers, seen from one working tree. */
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import {
  childPath,
  isWithin,
  parentPath,
  type RawPath,
  rawPath,
  shownPath,
} from "../disk/raw-path.ts";
import type { Change, LayerDiff } from "./change.ts";
import { changeGroups } from "./change-groups.ts";
import { type Danger, type DangerContext, dangersOf } from "./dangers.ts";
import { isOnlyTime } from "./is-only-time.ts";
import { explainedByGit, insideGit } from "./places/git-places.ts";
import {
  filesNamedBySettings,
  hookDirectoriesOf,
  type Repository,
  real,
  repositoriesOf,
} from "./places/git-repositories.ts";
import { hasNewScripts } from "./places/manifest-fields.ts";
import { noiseAmong } from "./places/noise-places.ts";
import { textIfAny } from "./places/text-if-any.ts";
import type { JudgedChange } from "./plan-commit.ts";

const MAX_SETTINGS_BYTES = 1_000_000n;

export interface JudgeSurroundings {
  readonly workingTree: string;
  readonly path: string;
  readonly home?: string;
  /**
   * The command that made the changes, if it is the person's own or our correction of it: what git
   * itself does to its repository is then not asked for.
   */
  readonly ownCommand?: string | null;
}

export function judgeChanges(
  { changes, hasAttributes }: LayerDiff,
  surroundings: JudgeSurroundings,
): JudgedChange[] {
  const workingTree = realpathSync(surroundings.workingTree);
  const home = real(surroundings.home ?? homedir());
  const git = gitContext(changes, workingTree, home);
  const context: DangerContext = {
    workingTree: rawPath(workingTree),
    programDirectories: programDirectories(surroundings.path, workingTree),
    ...git,
    home: rawPath(home),
    // Only root can set them.
    areCapabilitiesUnknown: !hasAttributes && process.geteuid?.() === 0,
    removedInAll: changes.reduce((sum, { removed }) => sum + removed, 0),
    hasNewScripts,
    isScriptAlready,
  };
  const { ownCommand = null } = surroundings;
  const explained = explainedByGit(ownCommand, changes, context, git.ownGitDirectories);
  const worthAQuestion = changes.filter(
    (change) => isOfProject(change.path, context) || !isPassedThrough(change),
  );
  const noise = noiseAmong(worthAQuestion, {
    home,
    workingTree: context.workingTree,
    environment: process.env,
  });
  const wanted = worthAQuestion.filter((change) => !noise.has(change));
  const groups = changeGroups(wanted, { ...context, repositories: git.repositories });
  return worthAQuestion.map((change) => {
    const made = noise.get(change);
    if (made !== undefined) return { change, dangers: [], group: null, noise: made };
    const dangers = isPassedThrough(change) ? [] : dangersOf(change, context);
    const group = groups.get(change) ?? null;
    if (!explained.has(change)) return { change, dangers, group };
    return { change, dangers: dangers.filter(isNotOfGit), group, isMadeByGit: true };
  });
}

function isNotOfGit({ code }: Danger): boolean {
  return code !== "git_data" && code !== "git_config";
}

/** An empty or relative entry means the current directory. */
function programDirectories(path: string, workingTree: string): RawPath[] {
  const written = path === "" ? [] : path.split(":").map((entry) => resolve(workingTree, entry));
  return [...new Set([...written, ...written.map(real)])].map(rawPath);
}

interface GitContext {
  readonly repositories: readonly Repository[];
  readonly hookDirectories: readonly RawPath[];
  readonly filesOfGit: ReadonlySet<RawPath>;
  readonly gitDirectories: readonly RawPath[];
  /** Of the repository around the working tree. */
  readonly ownGitDirectories: readonly RawPath[];
}

function gitContext(changes: readonly Change[], workingTree: string, home: string): GitContext {
  const changed = new Map(changes.map((change) => [shownPath(change.path), change]));
  const above = new Set(changes.map(({ path }) => shownPath(parentPath(path))));
  const repositories = repositoriesOf([workingTree, ...above]);
  const around = {
    home,
    environment: process.env,
    newText: (path: string) => newText(changed.get(path)),
  };
  const [own] = repositoriesOf([workingTree]);
  return {
    repositories,
    hookDirectories: hookDirectoriesOf(repositories, around).map(rawPath),
    filesOfGit: new Set(filesNamedBySettings(repositories, around).map(rawPath)),
    gitDirectories: repositories.flatMap(({ directories }) => directories).map(rawPath),
    ownGitDirectories: (own?.directories ?? []).map(rawPath),
  };
}

function newText(change: Change | undefined): string | null {
  if (change?.after?.type !== "file" || change.after.size > MAX_SETTINGS_BYTES) return null;
  return textIfAny(change.source);
}

/** Whether the file on the disk is a script, which a person starts by its name. */
function isScriptAlready({ path, before }: Change): boolean {
  if (before?.type !== "file" || before.size > MAX_SETTINGS_BYTES) return false;
  return textIfAny(path)?.startsWith("#!") === true;
}

/** In the working tree, and neither a git directory nor inside one. */
function isOfProject(path: RawPath, context: DangerContext): boolean {
  return isWithin(path, context.workingTree) && insideGit(childPath(path, "."), context) === null;
}

/**
 * A directory in which a file was made and removed, as compilers do in `/tmp` and git does with its
 * locks. Its new time is no danger, and outside the project not worth keeping.
 */
function isPassedThrough(change: Change): boolean {
  return change.before?.type === "directory" && isOnlyTime(change);
}
