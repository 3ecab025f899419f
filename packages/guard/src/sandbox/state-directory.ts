/**
 * Where sandboxes store what commands write, and commits their journals. A sandbox's directory is
 * named after its process, so that a later run knows whether it is still in use.
 */
import { randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, realpathSync, type Stats, statfsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { namesOrNone } from "../disk/names-in.ts";
import { makePrivatePath } from "../disk/private-path.ts";
import { rawPath } from "../disk/raw-path.ts";
import { errorCode } from "../error-code.ts";
import { ownedName } from "../jail/owner.ts";
import { type Opened, refused } from "./refusal.ts";

/** File systems an overlay refuses to write to, by their magic numbers. */
const NOT_WRITABLE_BY_OVERLAY: Readonly<Record<number, string>> = {
  2035054128: "overlayfs",
  26985: "NFS",
  1702057286: "FUSE",
  4283649346: "CIFS",
  4266872130: "SMB",
  19780: "FAT",
  61791: "eCryptfs",
  16914839: "9P",
};

/** An empty file made when the sandbox opened: its change time says when that was. */
export const MARKER = "opened";
/** What commands wrote to places that are shown empty, such as /tmp on a copy. */
export const SCRATCH_DIRECTORY = "t";

/** Memory where every user can create files. */
const SHARED_MEMORY = "/dev/shm";
const RANDOM_BYTES = 16;
const RANDOM_SUFFIX = /^-[0-9a-f]{32}$/;

/** Space that must stay free. */
const RESERVE_BYTES = 2 ** 30;

/** Journals are stored here even when layers are not: it survives a restart. */
export function defaultStateDirectory(uid: number, environment: NodeJS.ProcessEnv): string {
  if (environment.XDG_STATE_HOME?.startsWith("/")) return join(environment.XDG_STATE_HOME, "fix");
  return uid === 0 ? "/var/lib/fix" : join(homedir(), ".local/state/fix");
}

export interface SandboxPlace {
  readonly id: string;
  readonly directory: string;
  /** Hidden from commands, with every other sandbox in it. */
  readonly base: string;
}

export interface PlaceNeeds {
  readonly bytes: number;
  /** Whether overlays will write there, which not every file system allows. */
  readonly isOverlaid: boolean;
}

/** The first writable one; memory comes last. */
export function makePlace(
  candidates: readonly string[],
  { bytes, isOverlaid }: PlaceNeeds,
): Opened<SandboxPlace> {
  const neededBytes = bytes + RESERVE_BYTES;
  const tried: { directory: string; problem: string }[] = [];
  for (const base of candidates) {
    const problem = baseProblem(base, isOverlaid);
    if (problem !== null) {
      tried.push({ directory: base, problem });
      continue;
    }
    const { bavail, bsize } = statfsSync(base);
    const freeBytes = bavail * bsize;
    if (freeBytes < neededBytes) {
      return refused({ code: "disk_nearly_full", directory: base, freeBytes, neededBytes });
    }
    const id = ownedName();
    // A link in it, such as a home on another disk, would lead out of the sandbox's own mounts.
    const real = realpathSync(base);
    const directory = join(real, id);
    mkdirSync(directory, { mode: 0o700 });
    return { ok: true, value: { id, directory, base: real } };
  }
  return refused({ code: "no_state_directory", tried });
}

/** In order: the state directory, then file systems in memory. */
export function placeCandidates(
  stateDirectory: string,
  uid: number,
  sharedMemory = SHARED_MEMORY,
): readonly string[] {
  const own = uid === 0 ? "/run/fix" : `/run/user/${uid}/fix`;
  const shared = sharedPlaces(sharedMemory, uid === 0 ? "fix" : `fix-${uid}`, uid);
  return [stateDirectory, own, ...shared].map((path) => join(path, "sandboxes"));
}

/**
 * Directories of this user in a place where every user can create names. If another user took the
 * obvious name, a random one is used, and found again by its owner.
 */
function sharedPlaces(parent: string, name: string, uid: number): readonly string[] {
  const isOurs = (path: string) => {
    const stats = statsOf(path);
    return stats?.uid === uid && stats.isDirectory();
  };
  const plain = join(parent, name);
  const others = namesOrNone(rawPath(parent))
    .filter((each) => each.startsWith(`${name}-`) && RANDOM_SUFFIX.test(each.slice(name.length)))
    .map((each) => join(parent, each))
    .filter(isOurs);
  if (statsOf(plain) === undefined || isOurs(plain)) return [plain, ...others];
  if (others.length > 0) return others;
  return [`${plain}-${randomBytes(RANDOM_BYTES).toString("hex")}`];
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return undefined;
  }
}

function baseProblem(base: string, isOverlaid: boolean): string | null {
  try {
    // Another user may have made it first, or own a directory above it.
    const shared = makePrivatePath(base);
    if (shared !== null) return `${shared} can be written by other users`;
  } catch (error) {
    const code = errorCode(error);
    if (code === "") throw error;
    return code;
  }
  if (!isOverlaid) return null;
  const kind = NOT_WRITABLE_BY_OVERLAY[statfsSync(base).type];
  return kind === undefined ? null : `overlays cannot write to ${kind}`;
}
