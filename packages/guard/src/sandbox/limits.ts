/** How much a sandboxed command may use. The defaults fit ordinary work. */
import type { Limits } from "../jail/run-bounded.ts";

export interface SandboxLimits extends Limits {
  /**
   * Written to the layer, measured as what the whole file system lost: see `DiskWatch`. The kernel
   * enforces it for each file.
   */
  readonly diskBytes: number;
  readonly inodes: number;
  /** Each of the jail's own file systems in memory: /run, /dev/shm. */
  readonly scratchBytes: number;
}

const MIB = 2 ** 20;
const GIB = 2 ** 30;

const DEFAULT_LIMITS: SandboxLimits = {
  timeoutMs: 120_000,
  outputBytes: 64 * MIB,
  keptBytes: 4 * MIB,
  memoryBytes: 4 * GIB,
  processes: 512,
  fileBytes: 2 * GIB,
  openFiles: 4_096,
  diskBytes: 2 * GIB,
  inodes: 500_000,
  scratchBytes: 64 * MIB,
};

export function limitsFrom(wanted: Partial<SandboxLimits> = {}): SandboxLimits {
  const limits = { ...DEFAULT_LIMITS, ...wanted };
  return { ...limits, fileBytes: Math.min(limits.fileBytes, limits.diskBytes) };
}
