/** CPU time and memory of another process, from /proc. */
import { readFileSync } from "node:fs";

/** Linux reports CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** User and system time of all threads so far. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The process name may contain brackets and spaces; the numbers follow the last bracket.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+([0-9]+) kB/.exec(status)?.[1] ?? 0) / 1_024;
}
