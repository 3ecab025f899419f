import type { Log } from "@bazaar/doors/http";
import type { Logger } from "pino";

const READS: ReadonlySet<unknown> = new Set(["GET", "HEAD", "OPTIONS"]);
const FIRST_REFUSAL = 400;

/**
 * What was written and what was refused is told. A read that found what it asked for is a detail:
 * agents ask for the list every second, the free one in this process among them.
 */
export function logRequest(log: Logger): Log {
  return (fields) => {
    const isDetail = READS.has(fields.method) && Number(fields.status) < FIRST_REFUSAL;
    log[isDetail ? "debug" : "info"](fields);
  };
}
