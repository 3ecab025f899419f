import type { StoppedBy } from "@bazaar/kernel";
import { type AskedLimits, CHECK_LIMITS } from "../check-limits.ts";

/**
 * The limit of the job that stopped a command; null: one of the checker, which confirms nothing.
 * `isWhole`: the command had all the time of the job.
 */
export function exceededLimit(
  stoppedBy: StoppedBy,
  { memoryBytes, diskBytes }: AskedLimits,
  isWhole: boolean,
): string | null {
  const isJobs = (asked: number | undefined, most: number) => asked !== undefined && asked <= most;
  switch (stoppedBy) {
    case "time":
      return isWhole ? "timeout_secs" : null;
    case "memory":
      return isJobs(memoryBytes, CHECK_LIMITS.memoryBytes) ? "memory_mb" : null;
    case "disk":
      return isJobs(diskBytes, CHECK_LIMITS.diskBytes) ? "disk_mb" : null;
    default:
      return null;
  }
}
