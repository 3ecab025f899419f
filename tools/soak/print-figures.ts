/** Prints the counts and latencies of a soak. */
import type { Journal } from "./journal.ts";
import { percentile } from "./percentile.ts";

/** Acts that were sent this soon after a kill are counted separately. */
const AFTER_KILL_MS = 5_000;

export interface Seen {
  readonly contracts: number;
  readonly entries: number;
  readonly events: number;
  readonly connections: number;
  readonly rebuilt: string;
}

export function printFigures(journal: Journal, seen: Seen): void {
  const { acts, killsMs, restarts, retries, clientRestarts, lives, refusals } = journal;
  const answered = acts.filter(({ status }) => status !== null);
  const taken = acts.filter(({ status }) => status === 200);
  const refused = [...refusals].sort(([, a], [, b]) => b - a).map(([code, n]) => `${code} ${n}`);
  const isAfterKill = (sentMs: number): boolean =>
    killsMs.some((killMs) => sentMs >= killMs && sentMs < killMs + AFTER_KILL_MS);
  const spent = (isAfter: boolean): readonly number[] =>
    taken
      .filter(({ sentMs }) => isAfterKill(sentMs) === isAfter)
      .map(({ sentMs, answeredMs }) => answeredMs - sentMs);
  const p99 = (values: readonly number[]): string => `${percentile(values, 0.99).toFixed(0)} ms`;
  console.log(
    `lives            ${lives}, ${journal.jobs} of them jobs, ${seen.contracts} contracts, ${seen.entries} entries`,
  );
  console.log(
    `acts             ${acts.length}, ${answered.length} answered, ${taken.length} acknowledged`,
  );
  console.log(`kills            ${killsMs.length}, ${restarts} restarts`);
  console.log(`retries          ${retries}, ${clientRestarts} restarts of clients`);
  console.log(`refused          ${refused.length === 0 ? "none" : refused.join(", ")}`);
  console.log(`latency, p99     ${p99(spent(false))}; within 5 s of a kill ${p99(spent(true))}`);
  console.log(`stream           ${seen.events} events, ${seen.connections} connections`);
  console.log(`bazaar rebuild   ${seen.rebuilt}`);
}
