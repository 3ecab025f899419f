/**
 * One process at a time has a kept layer in hand. The lock lies on the kept directory itself and
 * is the kernel's, so that it ends with whoever held it.
 */
import { holdLock } from "../disk/hold-lock.ts";
import { isOursAlone } from "../disk/not-ours-alone.ts";
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
  /** Leaves it as it was kept. */
  release(): Promise<void>;
  /** Ends what was kept. */
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

/** Also what is damaged, so that it can be removed. */
export async function lockKept(id: string, bases: readonly string[]): Promise<Opened<LockedKept>> {
  const directory = find(id, bases);
  if (directory === undefined) return refused({ code: "nothing_kept", id });
  if (!isOursAlone(directory.base)) {
    const problem = `${directory.base} is not this user's alone`;
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
  // Between the two looks somebody may have ended it, or kept the next generation.
  if (find(id, bases)?.path === directory.path && inodeOf(directory.path) === before) {
    return { ok: true, value: { directory, lock: held.lock } };
  }
  await held.lock[Symbol.asyncDispose]();
  return refused({ code: "kept_in_use", id });
}

function find(id: string, bases: readonly string[]): KeptDirectory | undefined {
  const found = bases.flatMap(newestKept).filter((kept) => kept.id === id);
  // What somebody else put under the same name must not stand before it.
  return found.find(({ base }) => isOursAlone(base)) ?? found[0];
}
