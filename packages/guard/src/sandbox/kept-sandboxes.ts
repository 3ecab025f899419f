/** Lists and removes kept sandboxes. */
import { lockKept } from "./claim-kept.ts";
import { keptSandbox, newestKept, readKept, removeKept } from "./kept-directory.ts";
import type { KeptSandbox } from "./kept-sandbox.ts";
import type { Opened } from "./refusal.ts";
import { basesFor, type SandboxOptions } from "./sandbox-request.ts";

/** As for `openSandbox`, which puts them there. */
export type KeptWhere = Pick<SandboxOptions, "stateDirectory">;

/** Intact ones, oldest first. `reopenSandbox` says what is wrong with the others. */
export function keptSandboxes(where: KeptWhere = {}): readonly KeptSandbox[] {
  return basesFor(where)
    .flatMap(newestKept)
    .flatMap((directory) => {
      const record = readKept(directory);
      return record.ok ? [keptSandbox(record.value)] : [];
    })
    .sort((one, other) => one.keptAtMs - other.keptAtMs);
}

/** Removes a kept sandbox, damaged or not. Refused while another process uses it. */
export async function discardKept(id: string, where: KeptWhere = {}): Promise<Opened<null>> {
  const locked = await lockKept(id, basesFor(where));
  if (!locked.ok) return locked;
  await using _lock = locked.value.lock;
  await removeKept(locked.value.directory);
  return { ok: true, value: null };
}
