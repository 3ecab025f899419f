/**
 * Which trees a command may write to, and so need a layer.
 *
 * Root writes everywhere: one overlay on `/` and one on every other file system that can hold one,
 * because an overlay does not show what is mounted inside it. An ordinary user gets overlays on
 * what the user can write; the rest is read-only. Such an overlay maps one user id, so a directory
 * of another user ends a tree: copying it up would fail with "value too large".
 */
import { accessSync, constants, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorCode } from "../error-code.ts";
import { isBelow } from "../jail/masks.ts";
import { type Mount, readMounts } from "../jail/mounts.ts";
import { type Opened, refused } from "./refusal.ts";

export interface Tree {
  /** Where it is, outside and inside. */
  readonly at: string;
  /** What it covers. The same place, except for a tree that is shown as `/`. */
  readonly lower: string;
}

export interface TreePlan {
  /** Parents before children. */
  readonly trees: readonly Tree[];
  /** Shown as they are, read-only: file systems that no overlay can cover. */
  readonly readOnly: readonly string[];
  /** Covered by an overlay that cannot be written: it shows files, but no socket answers. */
  readonly covers: readonly string[];
  /** Replaced by an empty directory of the sandbox's own. */
  readonly scratch: readonly string[];
  /** Sockets that would still answer, each to be hidden. */
  readonly sockets: readonly string[];
}

export interface TreeSearch {
  readonly directory: string;
  readonly home: string;
  readonly uid: number;
  /** Hidden inside. */
  readonly stateDirectory: string;
  /** A tree to show as `/` instead of the real one. */
  readonly root: string | null;
}

const KERNEL_TREES = ["/proc", "/sys", "/dev", "/run"];
const TEMPORARY = ["/tmp", "/var/tmp"];
/** Kernel interfaces, not files of the user. */
const NOT_FILES = new Set(
  "proc sysfs devtmpfs devpts cgroup cgroup2 securityfs debugfs tracefs bpf mqueue pstore configfs fusectl hugetlbfs binfmt_misc autofs ramfs nsfs efivarfs rpc_pipefs selinuxfs fuse.portal fuse.gvfsd-fuse".split(
    " ",
  ),
);
/** Case-insensitive names, which overlays do not support. */
const CASELESS = new Set("vfat msdos exfat ntfs ntfs3 fuseblk hfs hfsplus cifs smb3".split(" "));
/** Programs, and what has a tree of its own or can be read by root alone. */
const SYSTEM_DIRECTORIES = new Set(
  "bin boot lib lib32 lib64 libx32 lost+found nix root sbin snap tmp usr".split(" "),
);
const MAX_SPLIT_DEPTH = 3;
const MAX_SPLIT_TREES = 128;

export function planTrees(search: TreeSearch): Opened<TreePlan> {
  if (search.root !== null) {
    const trees = [{ at: "/", lower: search.root }];
    return planned({ trees, readOnly: [], covers: [], scratch: [], sockets: [] });
  }
  const mounts = readMounts().filter(({ at }) => !isBelow(at, search.stateDirectory));
  return search.uid === 0 ? rootTrees(mounts) : userTrees(search, mounts);
}

/** One tree, the working directory; besides it only empty scratch directories are writable. */
export function planCopy(directory: string, stateDirectories: readonly string[]): Opened<TreePlan> {
  const mounts = readMounts().map(({ at }) => at);
  const inDirectory = mounts.filter((at) => at !== directory && isBelow(at, directory));
  if (inDirectory.length > 0) {
    return refused({ code: "mounts_below", directory, mounts: inDirectory });
  }
  if (stateDirectories.some((path) => isBelow(path, directory))) {
    const problem = "the sandbox's state directory is inside it";
    return refused({ code: "cannot_copy", directory, problem });
  }
  const scratch = TEMPORARY.filter((path) => path !== directory && isWritable(path));
  const covered = [directory, ...scratch];
  return planned({
    trees: [{ at: directory, lower: directory }],
    readOnly: [],
    covers: [],
    scratch,
    sockets: answeringSockets((path) => covered.some((at) => isBelow(path, at))),
  });
}

function rootTrees(mounts: readonly Mount[]): Opened<TreePlan> {
  const shown = mounts.filter(
    ({ at, type }) => at === "/" || (!isOfKernel(at) && !NOT_FILES.has(type) && exists(at)),
  );
  const canCover = ({ at, type, isReadOnly }: Mount): boolean =>
    !isReadOnly && !CASELESS.has(type) && statSync(at).isDirectory();
  // A root mounted read-only is covered too, so that the jail has one writable tree.
  const covered = shown.filter((mount) => mount.at === "/" || canCover(mount));
  const readOnly = shown.filter((mount) => !covered.includes(mount)).map(({ at }) => at);
  const trees = byLength(covered.map(({ at }) => at)).map((at) => ({ at, lower: at }));
  const sockets = answeringSockets((path) => !readOnly.some((at) => isBelow(path, at)));
  return planned({ trees, readOnly: byLength(readOnly), covers: [], scratch: [], sockets });
}

function userTrees(search: TreeSearch, mounts: readonly Mount[]): Opened<TreePlan> {
  const { directory, home, uid } = search;
  const below = (tree: string) => mounts.filter(({ at }) => at !== tree && isBelow(at, tree));
  const wanted = byLength([...new Set([home, directory, ...TEMPORARY])]).filter(
    (path) => path !== "/" && isWritable(path) && !isOfKernel(path),
  );
  const inDirectory = below(directory).map(({ at }) => at);
  if (wanted.includes(directory) && inDirectory.length > 0) {
    return refused({ code: "mounts_below", directory, mounts: inDirectory });
  }
  const scratch = wanted.filter((path) => TEMPORARY.includes(path) && below(path).length > 0);
  const whole = wanted
    .filter((path) => !scratch.includes(path))
    .flatMap((path) => withoutMounts(path, below, uid, 0));
  const trees = byLength([...new Set(whole)].slice(0, MAX_SPLIT_TREES)).filter(
    (path, _, all) => !all.some((other) => other !== path && reaches(other, path, uid)),
  );
  const covers = coverable(below);
  const covered = [...trees, ...covers, ...scratch];
  return planned({
    trees: trees.map((at) => ({ at, lower: at })),
    readOnly: [],
    covers,
    scratch,
    sockets: answeringSockets((path) => covered.some((at) => isBelow(path, at))),
  });
}

/** The tree, or, if something is mounted in it, its directories without mounts. */
function withoutMounts(
  path: string,
  below: (tree: string) => readonly Mount[],
  uid: number,
  depth: number,
): readonly string[] {
  if (below(path).length === 0) return [path];
  if (depth === MAX_SPLIT_DEPTH) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(path, entry.name))
    .filter((child) => isOwned(child, uid) && !below(path).some(({ at }) => at === child))
    .flatMap((child) => withoutMounts(child, below, uid, depth + 1));
}

/** Whether an overlay on `tree` can copy up `path`: every directory in between is the user's. */
function reaches(tree: string, path: string, uid: number): boolean {
  if (!isBelow(path, tree)) return false;
  for (let between = dirname(path); between !== tree; between = dirname(between)) {
    if (!isOwned(between, uid)) return false;
  }
  return true;
}

/**
 * Where daemons put sockets and pipes, besides /run. Through a read-only bind they would still
 * answer: what is written to a pipe reaches its reader outside.
 */
function coverable(below: (tree: string) => readonly Mount[]): readonly string[] {
  const places = ["/etc", "/home", "/media", "/mnt", "/opt", "/srv", "/usr/local", "/var"];
  return [...new Set([...places, ...ownTopDirectories()])].filter(
    (path) => exists(path) && lstatSync(path).isDirectory() && below(path).length === 0,
  );
}

/** Directories that were added to the standard ones, on the same disk. */
function ownTopDirectories(): readonly string[] {
  const { dev } = statSync("/");
  return readdirSync("/", { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !SYSTEM_DIRECTORIES.has(entry.name))
    .map((entry) => join("/", entry.name))
    .filter((path) => !isOfKernel(path) && isReadable(path) && statSync(path).dev === dev);
}

function answeringSockets(isSilenced: (path: string) => boolean): readonly string[] {
  const lines = readFileSync("/proc/net/unix", "utf8").split("\n");
  const paths = lines.map((line) => /^(?:\S+ +){7}(\/.*)$/.exec(line)?.[1]);
  return [...new Set(paths)].filter(
    (path) => path !== undefined && !isOfKernel(path) && !isSilenced(path) && isSocket(path),
  ) as readonly string[];
}

function planned(value: TreePlan): Opened<TreePlan> {
  return { ok: true, value };
}

function byLength(paths: readonly string[]): readonly string[] {
  return [...paths].sort((a, b) => a.length - b.length);
}

function isOfKernel(path: string): boolean {
  return KERNEL_TREES.some((tree) => isBelow(path, tree));
}

function isOwned(path: string, uid: number): boolean {
  return statSync(path).uid === uid;
}

function isReadable(path: string): boolean {
  return succeeds(() => accessSync(path, constants.R_OK | constants.X_OK));
}

function isWritable(path: string): boolean {
  return succeeds(() => accessSync(path, constants.W_OK | constants.X_OK));
}

function exists(path: string): boolean {
  return succeeds(() => lstatSync(path));
}

function isSocket(path: string): boolean {
  return exists(path) && lstatSync(path).isSocket();
}

/** Whether the file system allows it, whatever the reason if not. */
function succeeds(call: () => unknown): boolean {
  try {
    call();
    return true;
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return false;
  }
}
