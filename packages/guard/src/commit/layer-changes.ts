import type { LayerView } from "../sandbox/layer.ts";
import type { LayerDiff, UnmountedLayer } from "./change.ts";
import { diffLayer } from "./diff-layer.ts";
import { type CommitResult, done } from "./refusal.ts";

/** Everything a commit needs of a sandbox that will not be mounted while its files move away. */
export interface LayerChanges {
  readonly places: UnmountedLayer;
  readonly diff: LayerDiff;
}

/** Looks at a sandbox's layer and lets go of it again. */
export async function layerChanges(sandbox: {
  view(): Promise<LayerView>;
}): Promise<CommitResult<LayerChanges>> {
  await using view = await sandbox.view();
  const diff = await diffLayer(view);
  if (!diff.ok) return diff;
  const { trees, directory, stateDirectory, openedAtNs, wasThere, beforeMoving } = view;
  const places = { trees, directory, stateDirectory, openedAtNs, wasThere, beforeMoving };
  return done({ places, diff: diff.value });
}
