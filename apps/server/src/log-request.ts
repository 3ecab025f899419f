import type { Log } from "@bazaar/doors/listen";
import type { Logger } from "pino";

const READS: ReadonlySet<unknown> = new Set(["GET", "HEAD", "OPTIONS"]);
const FIRST_REFUSAL = 400;

/** Successful reads are logged at debug level only: agents poll the list every second. */
export function logRequest(log: Logger): Log {
  return (fields) => {
    const isDetail = READS.has(fields.method) && Number(fields.status) < FIRST_REFUSAL;
    log[isDetail ? "debug" : "info"](fields);
  };
}
