import type { JsonObject } from "@bazaar/kernel";
import type { Run } from "../sandbox.ts";

/** Standard output only: what a program complains about is not what it answers. */
export function outputEvidence({ stdout, isCut, stoppedBy }: Run): JsonObject {
  if (stoppedBy !== null) return { stopped_by: stoppedBy };
  return isCut ? { output: stdout, is_cut: true } : { output: stdout };
}
