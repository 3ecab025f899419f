/**
 * What opening and reopening a sandbox share: everything around the layer, and a first use of it.
 */
import { readFileSync } from "node:fs";
import { NO_EDITOR } from "@bazaar/work";
import { openControlGroup } from "../jail/control-group.ts";
import { harmlessEnvironment } from "../jail/environment.ts";
import { memoryOf } from "../jail/resource-limits.ts";
import { seccompProgram } from "../jail/seccomp.ts";
import type { Masks } from "../view/plan-view.ts";
import { USER } from "../view/synthetic-files.ts";
import { HolderFailed } from "./holder.ts";
import { LayeredSandbox, type SandboxParts } from "./layered-sandbox.ts";
import { openNetwork } from "./network/open-network.ts";
import { OverlayStore } from "./overlay-store.ts";
import { type Opened, refused } from "./refusal.ts";
import type { Request } from "./sandbox-request.ts";
import type { SandboxPlace } from "./state-directory.ts";
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
  parts: Pick<SandboxParts, "place" | "plan" | "layers" | "openedAtNs" | "wasThere">,
): Promise<LayeredSandbox> {
  const { options, surroundings, tools, uid, directory, inside, limits, stateDirectory } = request;
  const { place, plan } = parts;
  const network = await openNetwork(options.network, place.directory, surroundings.outside);
  const usesGroups = surroundings.usesControlGroups !== false;
  const group = usesGroups ? openControlGroup(place.id, limits) : null;
  return new LayeredSandbox({
    ...network,
    ...parts,
    bwrap: tools.bwrap,
    seccomp: seccompProgram(tools.architecture, "local", memoryOf(group, limits)),
    stateDirectory,
    directory,
    startsIn: inside.directory,
    uid,
    user: inside.uid === 0 ? null : inside,
    // An overlay's view has its masks mounted in it.
    masks: parts.layers.isMounted ? NO_MASKS : (plan.view?.masks ?? NO_MASKS),
    environment: {
      ...harmlessEnvironment(options.inherited ?? process.env),
      ...WITHOUT_A_PERSON,
      ...network.environment,
      ...options.env,
      ...(inside.uid === 0 ? {} : { USER, LOGNAME: USER }),
      HOME: inside.home,
      PWD: inside.directory,
    },
    umask: options.copyAt === undefined ? null : SAME_UMASK,
    limits,
    group,
  });
}

/**
 * Nobody is there to edit, to turn pages or to answer. Git gives a shell the text with the name of the
 * file behind it, which the comment swallows.
 */
const WITHOUT_A_PERSON: Readonly<Record<string, string>> = {
  GIT_EDITOR: `echo '${NO_EDITOR}' >&2; exit 1 #`,
  GIT_SEQUENCE_EDITOR: `echo '${NO_EDITOR}' >&2; exit 1 #`,
  EDITOR: "false",
  VISUAL: "false",
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
};

/** Where a copy is shown at the same path on every machine, its files get the same modes, too. */
const SAME_UMASK = "022";

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
