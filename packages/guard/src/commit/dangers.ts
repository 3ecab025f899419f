/**
 * Changes that a person approves one by one.
 *
 * A sandbox holds a command only until its changes are committed: a start file, a hook or a
 * set-user-id program would run later, outside. Each reason has a code and a sentence; none of
 * them is a proof of malice, and the list is not complete: it is what is asked for.
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
import { NAMES_IN_PLACES, type PlaceCode, SENSITIVE_PLACES } from "./sensitive-places.ts";

export type DangerCode =
  | PlaceCode
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
  // Said by whoever shows the changes, not by the looks below.
  | "not_shown";

export interface Danger {
  readonly code: DangerCode;
  /** Why it is asked for, to be read after the path. */
  readonly sentence: string;
}

export interface DangerContext {
  /** The working tree: the only place where changes go without being asked for. */
  readonly workingTree: RawPath;
  /** The directories of PATH, as they are written there and as they really are. */
  readonly programDirectories: readonly RawPath[];
  /** Where git was told to look for hooks. */
  readonly hookDirectories: readonly RawPath[];
  readonly home: RawPath;
  /** Whether a file could have capabilities that this machine has no program to show. */
  readonly areCapabilitiesUnknown: boolean;
  /** How many names all changes together take away. */
  readonly removedInAll: number;
  /** Whether a package's manifest would run other scripts than before. */
  readonly hasNewScripts: (change: Change) => boolean;
}

export const MANY_DELETIONS = 50;
const SET_ID = 0o6000;
const OTHERS_WRITE = 0o002;
const STICKY = 0o1000;
const ANYBODY_RUNS = 0o111;
const ACCESS_LISTS = ["system.posix_acl_access", "system.posix_acl_default"];
const HOME_SETTINGS = /^\/\.(?!cache(?:\/|$))/;
/** A link on the way there would make it lead elsewhere than it reads. */
const CLIMBS_LATE = /(?:^|\/)(?!\.\.?(?:\/|$))[^/]+\/(?:.*\/)?\.\.(?:\/|$)/;

type Look = (change: Change, context: DangerContext) => Danger | null;

export function dangersOf(change: Change, context: DangerContext): Danger[] {
  const looks = LOOKS.flatMap((look) => look(change, context) ?? []);
  return [...looks, ...placeDangers(change, context)];
}

function placeDangers({ path, after, kind }: Change, { workingTree }: DangerContext): Danger[] {
  // A directory of such a place is dangerous by what is in it, and that is asked for by name.
  if (after?.type === "directory" && kind !== "meta") return [];
  const names =
    after?.type === "symlink" ? ["", ...NAMES_IN_PLACES.map((name) => `/${name}`)] : [""];
  // Packages bring the settings of their own developers, which nobody reads where they lie.
  const isInPackage = path.slice(workingTree.length).includes("/node_modules/");
  return SENSITIVE_PLACES.filter(
    ({ code, pattern }) =>
      !(isInPackage && code === "program_settings") &&
      names.some((name) => pattern.test(`${path}${name}`)),
  ).map(({ code, sentence }) => ({ code, sentence }));
}

const LOOKS: readonly Look[] = [
  ({ path }, { workingTree }) =>
    isWithin(path, workingTree)
      ? null
      : { code: "outside_working_tree", sentence: "it lies outside the working tree" },
  ({ path, kind }, { workingTree }) =>
    path === workingTree && kind !== "meta"
      ? { code: "working_tree_itself", sentence: "it is the working tree itself" }
      : null,
  ({ path, removed }, { workingTree }) =>
    removed > 0 && path === `${workingTree}/.git`
      ? { code: "history", sentence: "it holds everything that was ever committed here" }
      : null,
  ({ after }) =>
    after !== null && isSetId(after)
      ? { code: "set_user_id", sentence: "it would run with its owner's rights, whoever starts it" }
      : null,
  ({ attributes }) =>
    "security.capability" in attributes
      ? { code: "file_capabilities", sentence: "it would run with rights of the administrator" }
      : null,
  ({ after }, { areCapabilitiesUnknown }) =>
    areCapabilitiesUnknown && after?.type === "file" && (after.mode & ANYBODY_RUNS) !== 0
      ? {
          code: "file_capabilities",
          sentence: "whether it would run with more rights cannot be seen without the package attr",
        }
      : null,
  ({ attributes, attributesBefore }) =>
    ACCESS_LISTS.some((name) => name in attributes && attributes[name] !== attributesBefore[name])
      ? { code: "access_list", sentence: "it gives rights to others by name" }
      : null,
  ({ path, after }, { programDirectories }) =>
    after?.type !== "directory" && programDirectories.includes(parentPath(path))
      ? { code: "program_directory", sentence: "programs are started from this directory by name" }
      : null,
  ({ path, after }, { programDirectories }) =>
    after?.type === "symlink" && programDirectories.some((directory) => isWithin(directory, path))
      ? { code: "program_directory", sentence: "programs would be started from where it points" }
      : null,
  ({ path }, { hookDirectories }) =>
    hookDirectories.some((directory) => isWithin(path, directory))
      ? { code: "git_hook", sentence: "git was told to run what is there" }
      : null,
  ({ path }, { workingTree, home }) =>
    isWithin(home, workingTree) &&
    isWithin(path, home) &&
    HOME_SETTINGS.test(path.slice(home.length))
      ? { code: "program_settings", sentence: "it lies among the settings of the home directory" }
      : null,
  (change, { hasNewScripts }) =>
    hasNewScripts(change)
      ? { code: "package_scripts", sentence: "the package manager runs the scripts it names" }
      : null,
  leavingLink,
  ({ linkTo }, { workingTree }) =>
    linkTo === null || isWithin(linkTo, workingTree)
      ? null
      : {
          code: "hard_link_outside",
          sentence: `it is another name of ${shownPath(linkTo)}, outside the working tree`,
        },
  ({ before, kind }) =>
    before?.type === "file" && before.links > 1 && kind !== "delete"
      ? {
          code: "shared_file",
          sentence: `the file has ${before.links} names; the others will keep the old content`,
        }
      : null,
  ({ path }) =>
    isOddName(path)
      ? { code: "odd_name", sentence: "its name has characters that do not show" }
      : null,
  ({ after, before }) =>
    after !== null && isOpenToAll(after) && !(before !== null && isOpenToAll(before))
      ? { code: "world_writable", sentence: "everybody on this machine could write to it" }
      : null,
  ({ before, after }) =>
    before !== null && after !== null && (before.uid !== after.uid || before.gid !== after.gid)
      ? { code: "owner_changes", sentence: "it would belong to somebody else" }
      : null,
  ({ removed }, { removedInAll }) =>
    removed > 0 && removedInAll > MANY_DELETIONS
      ? { code: "many_deletions", sentence: `${removedInAll} names would go in all` }
      : null,
];

function isSetId({ type, mode }: DiskEntry): boolean {
  // On a directory the bit only hands its group on.
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
  return { code: "link_leaves_tree", sentence: `it points to ${shownPath(after.target)}, outside` };
}

/** Control characters, text that runs backwards, bytes that are no text. */
function isOddName(path: RawPath): boolean {
  const name = nameOf(path);
  if (!isUtf8(bytesOf(asRaw(name)))) return true;
  const text = shownPath(asRaw(name));
  return inertText(text) !== text || /[\t\n]|^\s|\s$/.test(text);
}
