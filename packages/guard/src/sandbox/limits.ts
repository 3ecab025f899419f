/** How much a sandboxed command may use. The defaults fit ordinary work. */
import type { Limits } from "../jail/run-bounded.ts";

export interface SandboxLimits extends Limits {
  /** Written to the layer, measured as what the whole file system lost: see `DiskWatch`. */
  readonly diskBytes: number;
  readonly inodes: number;
  /** Each of the jail's own file systems in memory: /run, /dev/shm. */
  readonly scratchBytes: number;
}

const MIB = 2 ** 20;
const GIB = 2 ** 30;

export const DEFAULT_LIMITS: SandboxLimits = {
  timeoutMs: 120_000,
  outputBytes: 64 * MIB,
  keptBytes: 4 * MIB,
  memoryBytes: 4 * GIB,
  processes: 512,
  fileBytes: 4 * GIB,
  openFiles: 4_096,
  diskBytes: 2 * GIB,
  inodes: 500_000,
  scratchBytes: 64 * MIB,
};
