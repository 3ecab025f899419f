/** One command through sandbox and diff: what the commit suites start from. */
import type { LayerDiff, LayerPlaces } from "../../src/commit/change.ts";
import { layerChanges } from "../../src/commit/layer-changes.ts";
import type { ApprovedPlan } from "../../src/commit/plan-commit.ts";
import { isWithin, rawPath } from "../../src/commit/raw-path.ts";
import type { CommitRefusal } from "../../src/commit/refusal.ts";
import { openSandbox } from "../../src/sandbox/open-sandbox.ts";

export interface SandboxedChange extends AsyncDisposable {
  readonly exitCode: number | null;
  readonly places: LayerPlaces;
  readonly diff: LayerDiff;
  /** Everything inside the tree, nothing outside. */
  readonly plan: ApprovedPlan;
}

/** The suite expected a diff. */
export class NoDiff extends Error {
  override name = "NoDiff";
  readonly refusal: CommitRefusal;

  constructor(refusal: CommitRefusal) {
    super(JSON.stringify(refusal));
    this.refusal = refusal;
  }
}

export interface Where {
  readonly tree: string;
  readonly stateDirectory: string;
  readonly home: string;
  /** Default: A, the full sandbox. */
  readonly rung?: "A" | "D";
}

export async function sandboxedChange(
  where: Where,
  text: string,
  beforeDiff: () => void = () => undefined,
): Promise<SandboxedChange> {
  const { tree: directory, stateDirectory, home, rung: weakest = "A" } = where;
  const opened = await openSandbox(
    { directory, home, stateDirectory, network: "none", weakest },
    { withoutOverlays: weakest === "D" },
  );
  if (!opened.ok) throw new Error(JSON.stringify(opened.refusal));
  const sandbox = opened.value;
  try {
    const { exitCode, stoppedBy, output } = await sandbox.run({ text });
    if (stoppedBy !== null) throw new Error(`stopped by ${stoppedBy}: ${output}`);
    beforeDiff();
    const seen = await layerChanges(sandbox);
    if (!seen.ok) throw new NoDiff(seen.refusal);
    const { places, diff } = seen.value;
    const included = diff.changes.filter(({ path }) => isWithin(path, rawPath(directory)));
    const dispose = () => sandbox[Symbol.asyncDispose]();
    const plan = { included, leftOut: [] };
    return { exitCode, places, diff, plan, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await sandbox[Symbol.asyncDispose]();
    throw error;
  }
}
