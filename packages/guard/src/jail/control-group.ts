/**
 * Memory and process limits that the kernel enforces for a whole jail, where control groups may be
 * created: version 2, version 1, or a mix of both.
 *
 * A group is created below this process's own, so that limits on this process apply to the jail
 * too. Version 2 does not allow that next to processes, so the nearest ancestor without processes of
 * its own is used. For ordinary users that needs a part of the tree that is theirs, as below
 * systemd's `user@.service`.
 * Where no group can be created, the caller watches the jail instead.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { mayAccess } from "../disk/may-access.ts";
import { namesOrNone } from "../disk/names-in.ts";
import { rawPath } from "../disk/raw-path.ts";
import { errorCode } from "../error-code.ts";
import { readMounts } from "./mounts.ts";
import { ownerOf } from "./owner.ts";

export interface GroupLimits {
  readonly memoryBytes: number;
  readonly processes: number;
}

type Controller = "memory" | "pids";

interface Place {
  readonly version: 1 | 2;
  readonly controllers: readonly Controller[];
  readonly directory: string;
}

const PREFIX = "fix-";
const PROCESSES = "cgroup.procs";
/** Every group of version 2 has it, except the one at the top. */
const TYPE = "cgroup.type";
const MAX_REMOVAL_TRIES = 200;

export class ControlGroup {
  readonly #places: readonly Place[];

  constructor(places: readonly Place[]) {
    this.#places = places;
  }

  /**
   * Writing 0 to each of these moves the writer, which must have one thread, into the group. A
   * process that moves another, or any process in version 2, has to wait until nothing on the whole
   * machine is being started or ended, and blocks that meanwhile.
   */
  get joinFiles(): readonly string[] {
    return this.#places.map(({ version, directory }) =>
      join(directory, version === 1 ? "tasks" : PROCESSES),
    );
  }

  limits(controller: Controller): boolean {
    return this.#places.some(({ controllers }) => controllers.includes(controller));
  }

  /** How often the kernel killed a process of the group for lack of memory. */
  oomKills(): number {
    const place = this.#places.find(({ controllers }) => controllers.includes("memory"));
    if (place === undefined) return 0;
    const file = place.version === 2 ? "memory.events" : "memory.oom_control";
    const line = /^oom_kill (\d+)$/m.exec(readFileSync(join(place.directory, file), "utf8"));
    return Number(line?.[1] ?? 0);
  }

  processes(): readonly number[] {
    return this.#places.flatMap(({ directory }) =>
      words(join(directory, PROCESSES))
        .filter((word) => word !== "")
        .map(Number),
    );
  }

  async remove(): Promise<void> {
    for (const { directory } of this.#places) await removeDirectory(directory);
  }
}

/**
 * Null where no controller can be used. A group named by `ownedName` is found again after its maker
 * was killed.
 */
export function openControlGroup(name: string, limits: GroupLimits): ControlGroup | null {
  const places = [
    ...(["memory", "pids"] as const).flatMap((controller) => versionOne(controller, name)),
    ...versionTwo(name),
  ].filter((place) => tryLimits(place, limits));
  return places.length === 0 ? null : new ControlGroup(places);
}

/** This user's groups whose processes are gone. */
export function abandonedGroups(): readonly ControlGroup[] {
  return parents().flatMap((place) =>
    namesOrNone(rawPath(place.directory))
      .filter((name) => name.startsWith(PREFIX) && ownerOf(name.slice(PREFIX.length)) === "dead")
      .map((name) => join(place.directory, name))
      .filter(isOwn)
      .map((directory) => new ControlGroup([{ ...place, directory }])),
  );
}

function isOwn(directory: string): boolean {
  return statSync(directory, { throwIfNoEntry: false })?.uid === process.getuid?.();
}

/** Every directory in which this process could have created a group. */
function parents(): readonly Place[] {
  const memberships = ownMemberships();
  return memberships.flatMap(({ version, controllers, mountPoint, path }) => {
    const levels = version === 1 ? [path] : ancestors(path);
    return levels.map((level) => ({ version, controllers, directory: join(mountPoint, level) }));
  });
}

function versionOne(controller: Controller, name: string): readonly Place[] {
  const parent = parents().find(
    ({ version, controllers }) => version === 1 && controllers.includes(controller),
  );
  if (parent === undefined) return [];
  const directory = join(parent.directory, PREFIX + name);
  return makeDirectory(directory) ? [{ version: 1, controllers: [controller], directory }] : [];
}

function versionTwo(name: string): readonly Place[] {
  for (const { version, directory: parent } of parents()) {
    if (version !== 2 || !canHold(parent)) continue;
    const controllers = enabledControllers(parent);
    if (controllers.length === 0) continue;
    const directory = join(parent, PREFIX + name);
    if (!makeDirectory(directory)) continue;
    // Among threads, a group cannot be joined by processes.
    if (words(join(directory, TYPE))[0] === "domain")
      return [{ version: 2, controllers, directory }];
    rmdirSync(directory);
  }
  return [];
}

/**
 * Whether processes of this one could be moved into a new group of version 2 there. In a group that
 * has processes, the kernel refuses to switch on the memory controller; switching on the other one
 * would make it a group of threads, whose children cannot be joined. The top of the tree may have
 * both. Moving a process needs write access to the process list of the group above both.
 */
function canHold(parent: string): boolean {
  const processes = join(parent, PROCESSES);
  const isTop = !existsSync(join(parent, TYPE));
  return mayAccess(processes, "write") && (isTop || words(processes)[0] === "");
}

/** The controllers that a child of this group would have, after trying to switch them on. */
function enabledControllers(parent: string): readonly Controller[] {
  const file = join(parent, "cgroup.subtree_control");
  return (["memory", "pids"] as const).filter(
    (name) =>
      words(join(parent, "cgroup.controllers")).includes(name) &&
      (words(file).includes(name) || tryWrite(file, `+${name}`)),
  );
}

function tryLimits({ version, controllers, directory }: Place, limits: GroupLimits): boolean {
  const memory = String(limits.memoryBytes);
  const settings: Readonly<Record<string, string>> = {
    ...(controllers.includes("pids") ? { "pids.max": String(limits.processes) } : {}),
    ...(controllers.includes("memory")
      ? { [version === 2 ? "memory.max" : "memory.limit_in_bytes"]: memory }
      : {}),
  };
  const isLimited = Object.entries(settings).every(([file, value]) =>
    tryWrite(join(directory, file), value),
  );
  if (!isLimited) {
    rmdirSync(directory);
    return false;
  }
  // Without swap support there is nothing to limit.
  if (version === 2) tryWrite(join(directory, "memory.swap.max"), "0");
  else tryWrite(join(directory, "memory.memsw.limit_in_bytes"), memory);
  return true;
}

interface Membership {
  readonly version: 1 | 2;
  readonly controllers: readonly Controller[];
  readonly mountPoint: string;
  readonly path: string;
}

function ownMemberships(): readonly Membership[] {
  const mounts = readMounts();
  const lines = readFileSync("/proc/self/cgroup", "utf8").split("\n").filter(Boolean);
  return lines.flatMap((line): Membership[] => {
    const [, names = "", ...rest] = line.split(":");
    const path = rest.join(":");
    const controllers = names.split(",").filter((name) => name === "memory" || name === "pids");
    const mount =
      names === ""
        ? mounts.find(({ type }) => type === "cgroup2")
        : mounts.find(
            ({ type, superOptions }) =>
              type === "cgroup" && controllers.some((name) => superOptions.includes(name)),
          );
    if (mount === undefined || (names !== "" && controllers.length === 0)) return [];
    // Outside of what this process's namespace shows.
    if (path.startsWith("/..")) return [];
    return [{ version: names === "" ? 2 : 1, controllers, mountPoint: mount.at, path }];
  });
}

function ancestors(path: string): readonly string[] {
  return path === "/" ? ["/"] : [path, ...ancestors(dirname(path))];
}

function words(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").trim().split(/\s+/);
  } catch (error) {
    if (isRefused(error)) return [];
    throw error;
  }
}

function makeDirectory(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
}

function tryWrite(file: string, value: string): boolean {
  try {
    writeFileSync(file, value);
    return true;
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
}

/** A group stays busy until its last process is gone. */
async function removeDirectory(path: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      rmdirSync(path);
      return;
    } catch (error) {
      const code = errorCode(error);
      if (code === "ENOENT") return;
      if (code !== "EBUSY" || tries >= MAX_REMOVAL_TRIES) throw error;
      await sleep(5);
    }
  }
}

function isRefused(error: unknown): boolean {
  const code = errorCode(error);
  return [
    "EACCES",
    "EPERM",
    "EROFS",
    "ENOENT",
    "ENODEV",
    "ENOTDIR",
    "EBUSY",
    "EINVAL",
    "EOPNOTSUPP",
    "ENOTSUP",
    // The machine has as many groups as it may have.
    "EAGAIN",
    "ENOSPC",
  ].includes(code);
}
