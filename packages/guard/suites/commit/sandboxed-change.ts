/** One command through sandbox and diff: what the commit suites start from. */
import type { LayerDiff, UnmountedLayer } from "../../src/commit/change.ts";
import { layerChanges } from "../../src/commit/layer-changes.ts";
import type { ApprovedPlan } from "../../src/commit/plan-commit.ts";
import type { CommitRefusal } from "../../src/commit/refusal.ts";
import { isWithin, rawPath } from "../../src/disk/raw-path.ts";
import type { LayeredSandbox } from "../../src/sandbox/layered-sandbox.ts";
import { openSandbox } from "../../src/sandbox/open-sandbox.ts";
import { reopenSandbox } from "../../src/sandbox/reopen-sandbox.ts";
import type { SandboxKind } from "../../src/sandbox/sandbox-kind.ts";
import type { SandboxOptions } from "../../src/sandbox/sandbox-request.ts";

export interface SandboxedChange extends AsyncDisposable {
  readonly exitCode: number | null;
  readonly places: UnmountedLayer;
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
  /** Default: the overlay. */
  readonly kind?: SandboxKind;
  /** Whether it is kept before the diff and reopened. */
  readonly isKept?: boolean;
}

export async function sandboxedChange(
  where: Where,
  text: string,
  beforeDiff: () => void = () => undefined,
): Promise<SandboxedChange> {
  const { tree: directory, stateDirectory, home, kind = "overlay", isKept = false } = where;
  const isCopy = kind === "copy";
  const state = { stateDirectory, network: "none", allowsCopy: isCopy } as const;
  const options: SandboxOptions = { directory, home, ...state };
  const opened = await openSandbox(options, { withoutOverlays: isCopy });
  if (!opened.ok) throw new Error(JSON.stringify(opened.refusal));
  let sandbox = opened.value;
  try {
    const { exitCode, stoppedBy, output } = await sandbox.run({ text });
    if (stoppedBy !== null) throw new Error(`stopped by ${stoppedBy}: ${output}`);
    const taken = isKept ? await keepIt(sandbox) : null;
    beforeDiff();
    if (taken !== null) sandbox = await reopen(taken, options);
    const seen = await layerChanges(sandbox);
    if (!seen.ok) throw new NoDiff(seen.refusal);
    const { places, diff } = seen.value;
    const included = diff.changes.filter(({ path }) => isWithin(path, rawPath(directory)));
    const dispose = () => sandbox.discard();
    const plan = { included, leftOut: [] };
    return { exitCode, places, diff, plan, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await sandbox.discard();
    throw error;
  }
}

/** Read first, as a caller does that shows what is kept. */
async function keepIt(sandbox: LayeredSandbox): Promise<string> {
  await layerChanges(sandbox);
  return (await sandbox.keep()).id;
}

async function reopen(id: string, options: SandboxOptions): Promise<LayeredSandbox> {
  const reopened = await reopenSandbox(id, options);
  if (!reopened.ok) throw new Error(JSON.stringify(reopened.refusal));
  return reopened.value;
}
