/**
 * Where sandboxes keep what commands write, and commits their journals. Each sandbox has a
 * directory whose name says who made it, so that a later run knows whether it is still used.
 */
import { mkdirSync, statfsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { ownedName } from "../jail/owner.ts";
import { notOursAlone } from "../not-ours-alone.ts";
import type { SandboxRefusal } from "./refusal.ts";

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

/** What must stay free for everybody else. */
const RESERVE_BYTES = 2 ** 30;

/** Journals live here whether or not the layers do: it survives a restart. */
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

export type FoundPlace =
  | { readonly ok: true; readonly value: SandboxPlace }
  | { readonly ok: false; readonly refusal: SandboxRefusal };

export interface PlaceNeeds {
  readonly bytes: number;
  /** Whether overlays will write there, which not every file system allows. */
  readonly isOverlaid: boolean;
}

/** The first of these that can be written to; memory is the last resort. */
export function makePlace(
  candidates: readonly string[],
  { bytes: neededBytes, isOverlaid }: PlaceNeeds,
): FoundPlace {
  const tried: { directory: string; problem: string }[] = [];
  for (const base of candidates) {
    const problem = baseProblem(base, isOverlaid);
    if (problem !== null) {
      tried.push({ directory: base, problem });
      continue;
    }
    const { bavail, bsize } = statfsSync(base);
    const needed = neededBytes + RESERVE_BYTES;
    if (bavail * bsize < needed) {
      const freeBytes = bavail * bsize;
      return {
        ok: false,
        refusal: { code: "disk_nearly_full", directory: base, freeBytes, neededBytes: needed },
      };
    }
    const id = ownedName();
    const directory = join(base, id);
    mkdirSync(directory, { mode: 0o700 });
    return { ok: true, value: { id, directory, base } };
  }
  return { ok: false, refusal: { code: "no_state_directory", tried } };
}

/** In order: the state directory, then file systems in memory. */
export function placeCandidates(stateDirectory: string, uid: number): readonly string[] {
  const inMemory =
    uid === 0 ? ["/run/fix", "/dev/shm/fix"] : [`/run/user/${uid}/fix`, `/dev/shm/fix-${uid}`];
  return [stateDirectory, ...inMemory].map((path) => join(path, "sandboxes"));
}

function baseProblem(base: string, isOverlaid: boolean): string | null {
  try {
    mkdirSync(base, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return code;
  }
  // Others can make names in /dev/shm before we do, or own what lies above.
  const shared = notOursAlone(base);
  if (shared !== null) return `${shared} is not this user's alone`;
  if (!isOverlaid) return null;
  const kind = NOT_WRITABLE_BY_OVERLAY[statfsSync(base).type];
  return kind === undefined ? null : `${kind} cannot hold a layer`;
}
