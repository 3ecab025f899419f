/** What a sandbox shows and how, for opening and for reopening it. */
import { isBelow } from "../jail/masks.ts";
import { kindOf } from "../view/places-on-disk.ts";
import type { View } from "../view/plan-view.ts";
import type { Opened } from "./refusal.ts";
import { type Request, viewFor } from "./sandbox-request.ts";
import { planCopy, planRoot, planTrees, type TreePlan } from "./trees.ts";

export async function planOverlays(request: Request): Promise<Opened<TreePlan>> {
  const { directory, home, uid, stateDirectory, surroundings } = request;
  const view = viewFor(request, "overlays");
  if (!view.ok) return view;
  if (view.value === null) return { ok: true, value: planRoot(surroundings.root ?? "/") };
  return planTrees({ view: view.value, directory, home, uid, stateDirectory });
}

export function planCopied(request: Request): Opened<TreePlan> {
  const { directory, candidates, surroundings } = request;
  const view = viewFor(request, "binds");
  if (!view.ok) return view;
  if (view.value === null) return { ok: true, value: planRoot(surroundings.root ?? "/") };
  return planCopy(withoutCopied(view.value, directory), directory, candidates);
}

/** Pipes, sockets and devices in a copy are others, which lead nowhere: they need no mask. */
function withoutCopied(view: View, directory: string): View {
  const isCopied = (path: string) => isBelow(path, directory) && kindOf(path) === "other";
  const files = view.masks.files.filter((path) => !isCopied(path));
  return { ...view, masks: { ...view.masks, files } };
}
