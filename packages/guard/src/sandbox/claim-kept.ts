/**
 * One process at a time uses a kept layer. The kernel holds the lock, on the kept directory itself,
 * and releases it when its holder ends.
 */
import { holdLock } from "../disk/hold-lock.ts";
import { isPrivatePath } from "../disk/private-path.ts";
import {
  inodeOf,
  type KeptDirectory,
  keptSandbox,
  newestKept,
  readKept,
  removeKept,
} from "./kept-directory.ts";
import type { KeptRecord } from "./kept-record.ts";
import type { KeptSandbox } from "./kept-sandbox.ts";
import { type Opened, refused } from "./refusal.ts";
import { readNames, type WasThere } from "./was-there.ts";

export interface Claim {
  readonly directory: KeptDirectory;
  readonly record: KeptRecord;
  readonly kept: KeptSandbox;
  readonly wasThere: WasThere;
  /** Leaves the kept layer unchanged. */
  release(): Promise<void>;
  /** Removes the kept layer. */
  remove(): Promise<void>;
}

export async function claimKept(id: string, bases: readonly string[]): Promise<Opened<Claim>> {
  const locked = await lockKept(id, bases);
  if (!locked.ok) return locked;
  const { directory, lock } = locked.value;
  const damaged = async (problem: string) => {
    await lock[Symbol.asyncDispose]();
    return refused({ code: "kept_damaged", id, problem });
  };
  const record = readKept(directory);
  if (!record.ok) return damaged(record.problem);
  const names = readNames(directory.path, record.value.namesHash);
  if (!names.ok) return damaged(names.problem);
  const claim: Claim = {
    directory,
    record: record.value,
    kept: keptSandbox(record.value),
    wasThere: names.value,
    release: () => Promise.resolve(lock[Symbol.asyncDispose]()),
    async remove() {
      await removeKept(directory);
      await lock[Symbol.asyncDispose]();
    },
  };
  return { ok: true, value: claim };
}

interface LockedKept {
  readonly directory: KeptDirectory;
  readonly lock: AsyncDisposable;
}

/** Also locks a damaged one, so that it can be removed. */
export async function lockKept(id: string, bases: readonly string[]): Promise<Opened<LockedKept>> {
  const directory = find(id, bases);
  if (directory === undefined) return refused({ code: "nothing_kept", id });
  if (!isPrivatePath(directory.base)) {
    const problem = `${directory.base} can be written by other users`;
    return refused({ code: "kept_damaged", id, problem });
  }
  const before = inodeOf(directory.path);
  if (before === null) {
    const problem = `${directory.path} is not a directory`;
    return refused({ code: "kept_damaged", id, problem });
  }
  const held = await holdLock(directory.path, { waitSeconds: 0 });
  if (held.is === "taken") return refused({ code: "kept_in_use", id });
  if (held.is === "impossible") {
    return refused({ code: "sandbox_unavailable", problem: held.problem, remedy: "fix doctor" });
  }
  // It may have been removed or replaced by its next generation before the lock was taken.
  if (find(id, bases)?.path === directory.path && inodeOf(directory.path) === before) {
    return { ok: true, value: { directory, lock: held.lock } };
  }
  await held.lock[Symbol.asyncDispose]();
  return refused({ code: "kept_in_use", id });
}

function find(id: string, bases: readonly string[]): KeptDirectory | undefined {
  const found = bases.flatMap(newestKept).filter((kept) => kept.id === id);
  // One that another user put under the same name must not win.
  return found.find(({ base }) => isPrivatePath(base)) ?? found[0];
}
