import type { LayerView } from "../sandbox/layer.ts";
import type { LayerDiff, UnmountedLayer } from "./change.ts";
import { diffLayer } from "./diff-layer.ts";
import { type CommitResult, done } from "./refusal.ts";

/** What a commit needs of a sandbox, which must not be mounted while its files move. */
export interface LayerChanges {
  readonly places: UnmountedLayer;
  readonly diff: LayerDiff;
}

/** Reads the changes of a sandbox's layer and releases it. */
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
