/**
 * Opens a sandbox, or says why it cannot. Nothing ever runs with less protection than was asked
 * for: every step that fails ends in a refusal, before any command.
 */
import { join } from "node:path";
import { waitForFileClock } from "../disk/file-clock.ts";
import { removeTree } from "../disk/remove-tree.ts";
import { assembleSandbox, overlaysOf, startSandbox, verifySandbox } from "./assemble-sandbox.ts";
import { CopyStore } from "./copy-store.ts";
import { CopyFailed, copySize } from "./copy-tree.ts";
import type { LayeredSandbox } from "./layered-sandbox.ts";
import { planCopied, planOverlays } from "./plan-sandbox.ts";
import { type Opened, refused, type SandboxRefusal } from "./refusal.ts";
import {
  type Request,
  readRequest,
  type SandboxOptions,
  type SandboxSurroundings,
} from "./sandbox-request.ts";
import { MARKER, makePlace, type SandboxPlace } from "./state-directory.ts";
import { sweep } from "./sweep.ts";
import { namesOnDisk } from "./was-there.ts";

/** One for the fix, one for a rehearsal. */
const COPIES = 2;

export async function openSandbox(
  options: SandboxOptions,
  surroundings: SandboxSurroundings = {},
): Promise<Opened<LayeredSandbox>> {
  const request = readRequest(options, surroundings);
  if (!request.ok) return request;
  for (const base of request.value.candidates) await sweep(base);
  if (options.copyAt !== undefined) return openCopied(request.value);
  const full = await openFull(request.value);
  if (full.ok || options.allowsCopy !== true || !lacksOverlays(full.refusal)) return full;
  return openCopied(request.value);
}

/** Whether a sandbox without mounts may work. */
function lacksOverlays({ code }: SandboxRefusal): boolean {
  return ["sandbox_unavailable", "no_state_directory", "foreign_group"].includes(code);
}

async function openFull(request: Request): Promise<Opened<LayeredSandbox>> {
  const { uid, limits, candidates, surroundings } = request;
  if (surroundings.withoutOverlays) {
    return refused({
      code: "sandbox_unavailable",
      problem: "overlays are switched off",
      remedy: null,
    });
  }
  // Before the plan, which can hide only what exists: the first sandbox makes the state directory.
  const place = makePlace(candidates, { bytes: limits.diskBytes, isOverlaid: true });
  if (!place.ok) return place;
  const plan = await planOverlays(request);
  if (!plan.ok) {
    await removeTree(place.value.directory);
    return plan;
  }
  const layers = overlaysOf(place.value, plan.value, uid);
  const openedAtNs = waitForFileClock(join(place.value.directory, MARKER));
  const wasThere = new Map();
  const inside = { place: place.value, plan: plan.value, layers, openedAtNs, wasThere };
  return startSandbox(await assembleSandbox(request, inside), openedAtNs);
}

/** On a copy of the working directory: `COPY_LACKS` says what is worse about it. */
async function openCopied(request: Request): Promise<Opened<LayeredSandbox>> {
  const { uid, directory, limits, candidates } = request;
  let place: SandboxPlace | null = null;
  try {
    const plan = planCopied(request);
    if (!plan.ok) return plan;
    const bytes = COPIES * (copySize(directory).bytes + limits.diskBytes);
    const made = makePlace(candidates, { bytes, isOverlaid: false });
    if (!made.ok) return made;
    place = made.value;
    // Before anything is copied: later changes may be missing from the copy.
    const openedAtNs = await waitForFileClock(join(place.directory, MARKER));
    const needs = {
      source: directory,
      shownAt: request.inside.directory,
      directory: place.directory,
      plan: plan.value,
    };
    const layers = await CopyStore.make(needs, uid);
    const wasThere = namesOnDisk(layers.stored().trees, new Map());
    const opened = Promise.resolve(openedAtNs);
    const inside = { place, plan: plan.value, layers, openedAtNs: opened, wasThere };
    return verifySandbox(
      await startSandbox(await assembleSandbox(request, inside), inside.openedAtNs),
    );
  } catch (error) {
    if (place !== null) await removeTree(place.directory);
    if (!(error instanceof CopyFailed)) throw error;
    return refused({ code: "cannot_copy", directory, problem: error.message });
  }
}
