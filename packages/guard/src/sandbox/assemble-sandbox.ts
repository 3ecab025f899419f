/**
 * What opening and reopening a sandbox share: everything around the layer, and a first use of it.
 */
import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openControlGroup } from "../jail/control-group.ts";
import { harmlessEnvironment } from "../jail/environment.ts";
import { allHomes, findMasks, type Masks } from "../jail/masks.ts";
import { memoryOf } from "../jail/resource-limits.ts";
import { seccompProgram } from "../jail/seccomp.ts";
import { HolderFailed } from "./holder.ts";
import { LayeredSandbox, type SandboxParts } from "./layered-sandbox.ts";
import { openNetwork } from "./network/open-network.ts";
import { OverlayStore } from "./overlay-store.ts";
import { type Opened, refused } from "./refusal.ts";
import type { Request, SandboxOptions } from "./sandbox-request.ts";
import { type SandboxPlace, SCRATCH_DIRECTORY } from "./state-directory.ts";
import type { TreePlan } from "./trees.ts";

/** `madeAtNs`: see `LayerTree.rootMadeAtNs`, for the trees of a layer that was kept. */
export function overlaysOf(
  place: SandboxPlace,
  plan: TreePlan,
  uid: number,
  madeAtNs: ReadonlyMap<string, bigint> = new Map(),
): OverlayStore {
  const isPrivileged = uid === 0 && isInitialUserNamespace();
  return new OverlayStore({ ...place, uid, isPrivileged, plan, madeAtNs });
}

/** Does not start it: see `startSandbox`. */
export async function assembleSandbox(
  request: Request,
  inside: Pick<SandboxParts, "place" | "plan" | "layers" | "openedAtNs" | "wasThere">,
): Promise<LayeredSandbox> {
  const { options, surroundings, tools, uid, directory, home, limits, stateDirectory } = request;
  const { place, plan } = inside;
  const network = await openNetwork(options.network, place.directory, surroundings.outside);
  makeScratch(place.directory, plan);
  const usesGroups = surroundings.usesControlGroups !== false;
  const group = usesGroups ? openControlGroup(place.id, limits) : null;
  return new LayeredSandbox({
    ...network,
    ...inside,
    bwrap: tools.bwrap,
    seccomp: seccompProgram(tools.architecture, "local", memoryOf(group, limits)),
    stateDirectory,
    directory,
    uid,
    gid: process.getgid?.() ?? -1,
    masks: surroundings.root === undefined ? masksFor(options, uid, home, directory) : NO_MASKS,
    environment: {
      ...harmlessEnvironment(process.env),
      ...network.environment,
      ...options.env,
      HOME: home,
      PWD: directory,
    },
    limits,
    group,
  });
}

const NO_MASKS: Masks = { directories: [], files: [] };

/** The first mount shows whether this machine can do it. */
export async function startSandbox(
  sandbox: LayeredSandbox,
  openedAtNs: Promise<bigint>,
): Promise<Opened<LayeredSandbox>> {
  try {
    await Promise.all([sandbox.hold(), openedAtNs]);
    return { ok: true, value: sandbox };
  } catch (error) {
    await sandbox[Symbol.asyncDispose]();
    if (!(error instanceof HolderFailed)) throw error;
    const remedy = "fix doctor";
    return refused({ code: "sandbox_unavailable", problem: error.message, remedy });
  }
}

/** Root of an unprivileged container is mapped to another user, or has fewer ids. */
function isInitialUserNamespace(): boolean {
  return /^\s*0\s+0\s+4294967295\s*$/.test(readFileSync("/proc/self/uid_map", "utf8"));
}

function masksFor(
  { environmentFiles }: SandboxOptions,
  uid: number,
  home: string,
  directory: string,
): Masks {
  return findMasks({
    homes: uid === 0 ? allHomes(home) : [home],
    directory: environmentFiles === "readable" ? null : directory,
    // Installing a package adds users.
    hidesAccounts: false,
  });
}

function makeScratch(directory: string, plan: TreePlan): void {
  plan.scratch.forEach((_, index) => {
    const path = join(directory, SCRATCH_DIRECTORY, String(index));
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o1777);
  });
}

/** A copy mounts nothing, so only a command shows whether the jail works. */
export async function verifySandbox(
  opened: Opened<LayeredSandbox>,
): Promise<Opened<LayeredSandbox>> {
  if (!opened.ok) return opened;
  const { stoppedBy, output } = await opened.value.run({ text: "true" });
  if (stoppedBy === null) return opened;
  await opened.value[Symbol.asyncDispose]();
  const problem = output.trim() || `the first command was stopped: ${stoppedBy}`;
  return refused({ code: "sandbox_unavailable", problem, remedy: "fix doctor" });
}
