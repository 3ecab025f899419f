/**
 * Every step of a commit, a recovery or an undo on the disk. All pass here, so that a test can stop
 * the process before any of them.
 */
import {
  chmodSync,
  chownSync,
  fstatSync,
  linkSync,
  renameSync,
  rmSync,
  type Stats,
  unlinkSync,
  utimesSync,
} from "node:fs";
import { removeAttribute, setAttribute } from "../disk/attributes.ts";
import { type Directories, DirectoryMoved, type HeldDirectory } from "../disk/directories.ts";
import type { DiskEntry } from "../disk/disk-entry.ts";
import type { OnStep } from "../disk/on-step.ts";
import { isMine, isOpenToOwner, isRoot, OWNER_ALL } from "../disk/owner-access.ts";
import { asRaw, bytesOf, type RawPath } from "../disk/raw-path.ts";
import { errorCode } from "../error-code.ts";
import type { DirectoryFacts } from "./operation.ts";

const PERMISSIONS = 0o7777;
const NANOSECONDS = 1e9;
/** Error codes where hard links are not supported or not allowed. */
const NO_LINKS = new Set(["EPERM", "EMLINK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

export class Mover {
  readonly directories: Directories;
  readonly #onStep: OnStep;

  constructor(directories: Directories, onStep: OnStep) {
    this.directories = directories;
    this.#onStep = onStep;
  }

  announce(step: string): void {
    this.#onStep(step);
  }

  look(path: RawPath): DiskEntry | null {
    return this.directories.entry(path);
  }

  rename(from: RawPath, to: RawPath): void {
    this.#onStep(`rename ${from} to ${to}`);
    renameSync(this.#bytes(from), this.#bytes(to));
  }

  /** Moves an entry; an ordinary user must be able to write to a directory to move it. */
  move(from: RawPath, to: RawPath): void {
    if (this.look(from)?.type === "directory") this.openToOwner(from);
    this.rename(from, to);
  }

  /** False where the file system has no hard links; then nothing happened. */
  link(from: RawPath, to: RawPath): boolean {
    this.#onStep(`link ${from} to ${to}`);
    try {
      linkSync(this.#bytes(from), this.#bytes(to));
      return true;
    } catch (error) {
      if (NO_LINKS.has(errorCode(error))) return false;
      throw error;
    }
  }

  unlink(path: RawPath): void {
    this.#onStep(`unlink ${path}`);
    unlinkSync(this.#bytes(path));
  }

  remove(path: RawPath): void {
    this.#onStep(`remove ${path}`);
    rmSync(this.#bytes(path), { recursive: true, force: true });
  }

  chmod(path: RawPath, mode: number): void {
    this.#onStep(`chmod ${path}`);
    chmodSync(bytesOf(this.#itself(path)), mode);
  }

  /** The time of another user's directory cannot be set: it stays as the last change left it. */
  setTime(path: RawPath, mtimeNs: bigint): void {
    this.#onStep(`set the time of ${path}`);
    const seconds = Number(mtimeNs) / NANOSECONDS;
    try {
      utimesSync(bytesOf(this.#itself(path)), Date.now() / 1_000, seconds);
    } catch (error) {
      if (errorCode(error) !== "EPERM" || isMine(this.#facts(path))) throw error;
    }
  }

  openToOwner(path: RawPath): void {
    if (isRoot()) return;
    const { mode, uid } = this.#facts(path);
    if (isMine({ uid }) && !isOpenToOwner(mode)) this.chmod(path, (mode & PERMISSIONS) | OWNER_ALL);
  }

  async setFacts(path: RawPath, from: DirectoryFacts, to: DirectoryFacts): Promise<void> {
    const now = this.#facts(path);
    const isOwnerChanged = from.uid !== to.uid || from.gid !== to.gid;
    if (isOwnerChanged && (now.uid !== to.uid || now.gid !== to.gid)) {
      this.#onStep(`chown ${path}`);
      chownSync(bytesOf(this.#itself(path)), to.uid, to.gid);
    }
    const own = asRaw(`${this.#itself(path).replace("self", `${process.pid}`)}/.`);
    for (const name of Object.keys(from.attributes).filter((key) => !(key in to.attributes))) {
      this.#onStep(`remove ${name} of ${path}`);
      await removeAttribute(name, [own]);
    }
    for (const [name, value] of Object.entries(to.attributes)) {
      if (from.attributes[name] === value) continue;
      this.#onStep(`set ${name} of ${path}`);
      await setAttribute(own, name, value);
    }
    const { mode, uid } = this.#facts(path);
    // Only its owner can have changed the mode of another user's directory.
    const isOurs = isRoot() || isMine({ uid }) || from.mode !== to.mode;
    if (isOurs && (mode & PERMISSIONS) !== to.mode) this.chmod(path, to.mode);
  }

  #facts(path: RawPath): Stats {
    return fstatSync(this.#held(path).descriptor);
  }

  #bytes(path: RawPath): Buffer {
    return bytesOf(this.directories.via(path));
  }

  /** The directory itself, whatever its name leads to by now. */
  #itself(path: RawPath): RawPath {
    return asRaw(`/proc/self/fd/${this.#held(path).descriptor}`);
  }

  #held(path: RawPath): HeldDirectory {
    const held = this.directories.find(path);
    if (held === null) throw new DirectoryMoved(path);
    return held;
  }
}
