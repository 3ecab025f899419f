/** What a sandbox in a directory shows, hides and costs, in numbers that a person can read. */
import { performance } from "node:perf_hooks";
import { isBelow } from "../jail/masks.ts";
import type { Place } from "../view/plan-view.ts";
import { planOverlays } from "./plan-sandbox.ts";
import { readRequest, type SandboxOptions } from "./sandbox-request.ts";

export interface Sight {
  /** Overlays that can be written to in a layer, and others. */
  readonly overlays: { readonly writable: number; readonly readOnly: number };
  /** Null where the directory is too wide for one. */
  readonly workingTree: string | null;
  readonly toolchains: number;
  /** What the person shows. */
  readonly shown: readonly string[];
  /** How many places of the system. */
  readonly system: number;
  /** Shown empty, in the directory where commands start. */
  readonly hidden: { readonly files: number; readonly directories: number };
  /** How many names were searched for secrets, and how long that and the rest of the plan took. */
  readonly searched: number;
  readonly searchMs: number;
}

/** Null where there is none; opening it says why. */
export async function sightOf(options: SandboxOptions): Promise<Sight | null> {
  const request = readRequest(options, {});
  if (!request.ok) return null;
  const startedMs = performance.now();
  const plan = await planOverlays(request.value);
  const searchMs = performance.now() - startedMs;
  if (!plan.ok || plan.value.view === null) return null;
  const { covers, view } = plan.value;
  const { directory } = request.value;
  const at = (kind: Place["kind"]) =>
    view.places.filter((place) => place.kind === kind).map((place) => place.at);
  const below = (paths: readonly string[]) => paths.filter((path) => isBelow(path, directory));
  const trees = at("own").filter((path) => isBelow(directory, path));
  return {
    overlays: { writable: plan.value.trees.length, readOnly: covers.length },
    workingTree: trees[0] ?? null,
    toolchains: at("own").length - trees.length,
    shown: at("shown"),
    system: at("system").length,
    hidden: {
      files: below(view.masks.files).length,
      directories: below(view.masks.directories).length,
    },
    searched: view.searched,
    searchMs,
  };
}
