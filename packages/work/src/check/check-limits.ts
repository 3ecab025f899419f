/**
 * What a command of a check may use, on every machine that runs one: the buyer's, the provider's and the
 * market's. `spec/jobs.md` has these numbers, so that a provider knows what its result must fit into.
 */

export interface CheckLimits {
  readonly outputBytes: number;
  /**
   * How much of an output is held in memory. A job may have many commands, so what is needed whole is
   * read while it is written.
   */
  readonly keptBytes: number;
  readonly memoryBytes: number;
  readonly processes: number;
  readonly diskBytes: number;
  readonly inodes: number;
}

const MIB = 2 ** 20;

export const CHECK_LIMITS: CheckLimits = {
  outputBytes: 8 * MIB,
  keptBytes: MIB / 16,
  memoryBytes: 1_024 * MIB,
  processes: 128,
  diskBytes: 256 * MIB,
  inodes: 20_000,
};

/** What is asked for, where it is less than that. */
export type AskedLimits = Partial<Pick<CheckLimits, "memoryBytes" | "diskBytes">>;

export function withinCheckLimits(asked: AskedLimits): CheckLimits {
  const { memoryBytes, diskBytes } = CHECK_LIMITS;
  return {
    ...CHECK_LIMITS,
    memoryBytes: Math.min(memoryBytes, asked.memoryBytes ?? memoryBytes),
    diskBytes: Math.min(diskBytes, asked.diskBytes ?? diskBytes),
  };
}
