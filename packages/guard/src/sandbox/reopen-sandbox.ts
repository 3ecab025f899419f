/**
 * Reopens a kept sandbox, in this process or another, before or after a restart.
 *
 * It works on a copy of the kept layer: whatever a command, a commit or a crash does to the copy,
 * the kept layer stays unchanged until it is kept again or discarded.
 */
import { mkdirSync, renameSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { waitForFileClock } from "../disk/file-clock.ts";
import { directoryIdentity } from "../disk/identity.ts";
import { rawPath } from "../disk/raw-path.ts";
import { removeTree } from "../disk/remove-tree.ts";
import { assembleSandbox, overlaysOf, startSandbox, verifySandbox } from "./assemble-sandbox.ts";
import { type Claim, claimKept } from "./claim-kept.ts";
import { CopyStore, FIX_COPY } from "./copy-store.ts";
import { CopyFailed, copyLayer } from "./copy-tree.ts";
import { machineProblem } from "./fits-machine.ts";
import { inodeOf } from "./kept-directory.ts";
import type { LayerStore } from "./layer-store.ts";
import type { LayeredSandbox } from "./layered-sandbox.ts";
import { FIX_UPPERS } from "./overlay-store.ts";
import { planCopied, planOverlays } from "./plan-sandbox.ts";
import { type Opened, refused } from "./refusal.ts";
import {
  type Request,
  readRequest,
  type SandboxOptions,
  type SandboxSurroundings,
} from "./sandbox-request.ts";
import { MARKER, makePlace, type SandboxPlace, SCRATCH_DIRECTORY } from "./state-directory.ts";
import { sweep } from "./sweep.ts";
import type { TreePlan } from "./trees.ts";

/**
 * Closing it leaves the kept layer unchanged, even after a commit; `discard` removes it, and `keep`
 * replaces it under the same id.
 */
export async function reopenSandbox(
  id: string,
  options: SandboxOptions,
  surroundings: SandboxSurroundings = {},
): Promise<Opened<LayeredSandbox>> {
  const request = readRequest(options, surroundings);
  if (!request.ok) return request;
  for (const base of request.value.candidates) await sweep(base);
  const claim = await claimKept(id, request.value.candidates);
  if (!claim.ok) return claim;
  const opened = await reopenClaimed(request.value, claim.value).catch(async (error: unknown) => {
    await claim.value.release();
    throw error;
  });
  if (opened.ok) opened.value.reopenedFrom(claim.value);
  else await claim.value.release();
  return opened;
}

async function reopenClaimed(request: Request, claim: Claim): Promise<Opened<LayeredSandbox>> {
  const { options, directory, limits, surroundings } = request;
  const { id, kind, directory: keptFor } = claim.record;
  if (directory !== keptFor) {
    return refused({ code: "kept_for_another_directory", id, directory, keptFor });
  }
  if (kind === "copy" && options.allowsCopy !== true) {
    const problem =
      "it is a copy of the working directory, and only a full sandbox is allowed here";
    return refused({ code: "sandbox_unavailable", problem, remedy: null });
  }
  const { base } = claim.directory;
  const place = makePlace([base], { bytes: limits.diskBytes, isOverlaid: kind === "overlay" });
  if (!place.ok) return place;
  surroundings.onStep?.("look at the machine");
  const opened = await openIn(request, claim, place.value).catch(async (error: unknown) => {
    await removeTree(place.value.directory);
    if (!(error instanceof CopyFailed)) throw error;
    return refused({
      code: "cannot_copy",
      directory: claim.directory.path,
      problem: error.message,
    });
  });
  if (!opened.ok) await removeTree(place.value.directory);
  return opened;
}

async function openIn(
  request: Request,
  claim: Claim,
  place: SandboxPlace,
): Promise<Opened<LayeredSandbox>> {
  const { record } = claim;
  const planned = record.kind === "copy" ? planCopied(request) : await planOverlays(request);
  if (!planned.ok) return planned;
  const plan = planned.value;
  const nowNs = await waitForFileClock(join(place.directory, MARKER));
  const root = request.surroundings.root ?? "";
  const problem = machineProblem(record, {
    identity: directoryIdentity(rawPath(join(root, request.directory))),
    nowNs,
    marks: record.kind === "overlay" ? overlaysOf(place, plan, request.uid).marks : null,
    plan,
    uppers: join(claim.directory.path, FIX_UPPERS),
  });
  if (problem !== null) return refused({ code: "kept_outdated", id: record.id, problem });
  const layers = await copyKept(request, claim, place, plan);
  request.surroundings.onStep?.("begin in the copy");
  const { wasThere } = claim;
  const openedAtNs = Promise.resolve(record.openedAtNs);
  const inside = { place, plan, layers, openedAtNs, wasThere };
  const opened = await startSandbox(await assembleSandbox(request, inside), openedAtNs);
  return record.kind === "overlay" ? opened : verifySandbox(opened);
}

/** @throws CopyFailed */
async function copyKept(
  request: Request,
  { directory: kept, record }: Claim,
  place: SandboxPlace,
  plan: TreePlan,
): Promise<LayerStore> {
  const { uid, surroundings, directory } = request;
  const layer = record.kind === "overlay" ? FIX_UPPERS : FIX_COPY;
  for (const part of [layer, SCRATCH_DIRECTORY]) {
    if (inodeOf(join(kept.path, part)) === null) continue;
    surroundings.onStep?.(`copy ${part}`);
    mkdirSync(dirname(join(place.directory, part)), { recursive: true });
    await copyLayer(join(kept.path, part), join(place.directory, part), uid);
  }
  renumber(join(place.directory, SCRATCH_DIRECTORY), record.scratch, plan.scratch);
  if (record.kind === "copy") {
    const needs = { source: directory, shownAt: directory, directory: place.directory, plan };
    return CopyStore.reopen(needs, uid);
  }
  const trees = plan.trees.map(({ at }) => at);
  const keptTrees = record.trees.map(({ at }) => at);
  renumber(join(place.directory, layer), keptTrees, trees);
  const madeAtNs = record.trees.flatMap(({ at, rootMadeAtNs }) =>
    rootMadeAtNs === null ? [] : [[at, rootMadeAtNs] as const],
  );
  return overlaysOf(place, plan, uid, new Map(madeAtNs));
}

/** Directories are numbered as in the plan, and the plan's numbers may have changed. */
function renumber(parent: string, before: readonly string[], now: readonly string[]): void {
  const isSame = before.length === now.length && before.every((at, index) => at === now[index]);
  if (isSame || inodeOf(parent) === null) return;
  before.forEach((_, index) => {
    renameSync(join(parent, String(index)), join(parent, `was-${index}`));
  });
  now.forEach((at, index) => {
    const was = before.indexOf(at);
    if (was >= 0) renameSync(join(parent, `was-${was}`), join(parent, String(index)));
  });
  // It is empty, or `machineProblem` would have refused.
  before.forEach((at, index) => {
    if (!now.includes(at)) rmdirSync(join(parent, `was-${index}`));
  });
}
