/**
 * Changes that a person must approve one by one.
 *
 * A sandbox holds a command only until its changes are committed: a start-up file, a hook or a
 * set-user-id program would run later, outside. A danger does not prove malice, and the list is
 * not complete.
 */
import { isUtf8 } from "node:buffer";
import { normalize } from "node:path/posix";
import { inertText } from "@bazaar/kernel";
import type { DiskEntry } from "../disk/disk-entry.ts";
import {
  asRaw,
  bytesOf,
  isWithin,
  nameOf,
  parentPath,
  type RawPath,
  shownPath,
} from "../disk/raw-path.ts";
import type { Change } from "./change.ts";
import { gitDanger, insideGit } from "./places/git-places.ts";
import { isKnownKind } from "./places/known-kinds.ts";
import { type PlaceCode, SENSITIVE_PLACES } from "./places/sensitive-places.ts";

export type DangerCode =
  | PlaceCode
  | "git_data"
  | "unknown_kind"
  | "outside_working_tree"
  | "set_user_id"
  | "file_capabilities"
  | "program_directory"
  | "package_scripts"
  | "link_leaves_tree"
  | "hard_link_outside"
  | "shared_file"
  | "odd_name"
  | "world_writable"
  | "access_list"
  | "owner_changes"
  | "working_tree_itself"
  | "history"
  | "many_deletions"
  // Added by the caller that shows the changes, not by the checks below.
  | "not_shown";

export interface Danger {
  readonly code: DangerCode;
  /** The reason, to be read after the path. */
  readonly sentence: string;
}

export interface DangerContext {
  /** The working tree: the only place where changes may go without approval. */
  readonly workingTree: RawPath;
  /** The directories of PATH, as written and resolved. */
  readonly programDirectories: readonly RawPath[];
  /** From which git runs hooks. */
  readonly hookDirectories: readonly RawPath[];
  /** That settings of git name, to be read or run. */
  readonly filesOfGit: ReadonlySet<RawPath>;
  /** Of the repositories that changes belong to, whatever their names. */
  readonly gitDirectories: readonly RawPath[];
  readonly home: RawPath;
  /** Whether file capabilities cannot be read on this machine. */
  readonly areCapabilitiesUnknown: boolean;
  /** How many files all changes remove together. */
  readonly removedInAll: number;
  /** Whether a manifest names something new to run. */
  readonly hasNewScripts: (change: Change) => boolean;
  /** Whether a file on the disk is a script already. */
  readonly isScriptAlready: (change: Change) => boolean;
}

export const MANY_DELETIONS = 50;
const SET_ID = 0o6000;
const OTHERS_WRITE = 0o002;
const STICKY = 0o1000;
const ANYONE_RUNS = 0o111;
const ACCESS_LISTS = ["system.posix_acl_access", "system.posix_acl_default"];
const HOME_SETTINGS = /^\/\.(?!cache(?:\/|$))/;
/** Through a link on the way, `..` leads elsewhere than it reads. */
const CLIMBS_LATE = /(?:^|\/)(?!\.\.?(?:\/|$))[^/]+\/(?:.*\/)?\.\.(?:\/|$)/;

type Check = (change: Change, context: DangerContext) => Danger | null;

export function dangersOf(change: Change, context: DangerContext): Danger[] {
  const checked = CHECKS.flatMap((check) => check(change, context) ?? []);
  const found = [...checked, ...placeDangers(change, context)];
  return found.length === 0 && isOfUnknownKind(change, context) ? [UNKNOWN_KIND] : found;
}

function placeDangers(change: Change, context: DangerContext): Danger[] {
  const { path, after, kind } = change;
  const inside = insideGit(path, context);
  // A directory is dangerous only by its contents, which are asked for by name.
  if (after?.type === "directory" && (kind !== "meta" || inside !== null)) return [];
  if (inside !== null) return [gitDanger(inside)];
  // Packages ship settings of their developers, which no tool reads there.
  const isInPackage = path.slice(context.workingTree.length).includes("/node_modules/");
  return SENSITIVE_PLACES.filter(
    ({ code, at, above }) =>
      !(isInPackage && code === "program_settings") &&
      (at.test(path) || (after?.type === "symlink" && above.test(path))),
  ).map(({ code, sentence }) => ({ code, sentence }));
}

const UNKNOWN_KIND: Danger = {
  code: "unknown_kind",
  sentence: "it is no known kind of source, data or build output",
};

function isOfUnknownKind(change: Change, { workingTree, isScriptAlready }: DangerContext): boolean {
  const { path, kind, before, after } = change;
  if (after === null || kind === "meta" || after.type === "directory") return false;
  if (before?.type === "symlink" && after.type === "symlink") return false;
  // Programs that read it would wait.
  if (after.type === "fifo") return true;
  return !isKnownKind(asRaw(path.slice(workingTree.length + 1))) && !isScriptAlready(change);
}

const CHECKS: readonly Check[] = [
  ({ path }, { workingTree }) =>
    isWithin(path, workingTree)
      ? null
      : { code: "outside_working_tree", sentence: "it is outside the working tree" },
  ({ path, kind }, { workingTree }) =>
    path === workingTree && kind !== "meta"
      ? { code: "working_tree_itself", sentence: "it is the working tree itself" }
      : null,
  ({ path, removed }, { workingTree }) =>
    removed > 0 && path === `${workingTree}/.git`
      ? { code: "history", sentence: "it contains the project's git history" }
      : null,
  ({ after }) =>
    after !== null && isSetId(after)
      ? { code: "set_user_id", sentence: "it would run with its owner's rights (set-user-id)" }
      : null,
  ({ attributes }) =>
    "security.capability" in attributes
      ? {
          code: "file_capabilities",
          sentence: "it would run with extra privileges (file capabilities)",
        }
      : null,
  ({ after }, { areCapabilitiesUnknown }) =>
    areCapabilitiesUnknown && after?.type === "file" && (after.mode & ANYONE_RUNS) !== 0
      ? {
          code: "file_capabilities",
          sentence: "its file capabilities cannot be read: install the package attr",
        }
      : null,
  ({ attributes, attributesBefore }) =>
    ACCESS_LISTS.some((name) => name in attributes && attributes[name] !== attributesBefore[name])
      ? { code: "access_list", sentence: "its access list gives rights to other users" }
      : null,
  ({ path, after }, { programDirectories }) =>
    after?.type !== "directory" && programDirectories.includes(parentPath(path))
      ? { code: "program_directory", sentence: "its directory is in PATH" }
      : null,
  ({ path, after }, { programDirectories }) =>
    after?.type === "symlink" && programDirectories.some((directory) => isWithin(directory, path))
      ? { code: "program_directory", sentence: "a directory in PATH leads through it" }
      : null,
  ({ path }, context) =>
    context.hookDirectories.some((directory) => isWithin(path, directory)) &&
    insideGit(path, context) === null
      ? { code: "git_hook", sentence: "git runs hooks from this directory" }
      : null,
  ({ path, after }, { hookDirectories }) =>
    after?.type === "symlink" && hookDirectories.some((directory) => isWithin(directory, path))
      ? { code: "git_hook", sentence: "git finds its hooks through it" }
      : null,
  ({ path, after }, { filesOfGit }) =>
    filesOfGit.has(path) && after?.type !== "directory"
      ? { code: "git_config", sentence: "it is named in git settings: git reads or runs it" }
      : null,
  ({ path, after }, { filesOfGit }) =>
    after?.type === "symlink" && [...filesOfGit].some((file) => isWithin(file, path))
      ? { code: "git_config", sentence: "git reaches files named in its settings through it" }
      : null,
  ({ path }, { workingTree, home }) =>
    isWithin(home, workingTree) &&
    isWithin(path, home) &&
    HOME_SETTINGS.test(path.slice(home.length))
      ? { code: "program_settings", sentence: "it is a settings file in the home directory" }
      : null,
  (change, { hasNewScripts }) =>
    hasNewScripts(change)
      ? { code: "package_scripts", sentence: "tools run what some of its fields name" }
      : null,
  leavingLink,
  ({ linkTo }, { workingTree }) =>
    linkTo === null || isWithin(linkTo, workingTree)
      ? null
      : {
          code: "hard_link_outside",
          sentence: `it is a hard link to ${shownPath(linkTo)}, outside the working tree`,
        },
  ({ before, kind }) =>
    before?.type === "file" && before.links > 1 && kind !== "delete"
      ? {
          code: "shared_file",
          sentence: `the file has ${before.links} hard links; the others keep the old content`,
        }
      : null,
  ({ path }) =>
    isOddName(path)
      ? { code: "odd_name", sentence: "its name has invisible or control characters" }
      : null,
  ({ after, before }) =>
    after !== null && isOpenToAll(after) && !(before !== null && isOpenToAll(before))
      ? { code: "world_writable", sentence: "every user of this machine could write to it" }
      : null,
  ({ before, after }) =>
    before !== null && after !== null && (before.uid !== after.uid || before.gid !== after.gid)
      ? { code: "owner_changes", sentence: "its owner or group would change" }
      : null,
  ({ removed }, { removedInAll }) =>
    removed > 0 && removedInAll > MANY_DELETIONS
      ? { code: "many_deletions", sentence: `${removedInAll} files would be deleted in total` }
      : null,
];

function isSetId({ type, mode }: DiskEntry): boolean {
  // On a directory the bit only passes on its group.
  return type === "file" && (mode & SET_ID) !== 0;
}

function isOpenToAll({ type, mode }: DiskEntry): boolean {
  if (type === "symlink" || (mode & OTHERS_WRITE) === 0) return false;
  return !(type === "directory" && (mode & STICKY) !== 0);
}

function leavingLink({ path, after }: Change, { workingTree }: DangerContext): Danger | null {
  if (after?.type !== "symlink" || after.target === null) return null;
  const target = after.target.startsWith("/")
    ? after.target
    : `${parentPath(path)}/${after.target}`;
  if (isWithin(normalize(target), workingTree) && !CLIMBS_LATE.test(after.target)) return null;
  return {
    code: "link_leaves_tree",
    sentence: `it points to ${shownPath(after.target)}, outside the working tree`,
  };
}

/** Control characters, right-to-left text, invalid UTF-8. */
function isOddName(path: RawPath): boolean {
  const name = nameOf(path);
  if (!isUtf8(bytesOf(asRaw(name)))) return true;
  const text = shownPath(asRaw(name));
  return inertText(text) !== text || /[\t\n]|^\s|\s$/.test(text);
}
