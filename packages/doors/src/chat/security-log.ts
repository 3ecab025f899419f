/**
 * What looks like an attack, with its address and how often it came from there. Of many alike only
 * the first, tenth, hundredth … are logged, so that a flood does not fill the log.
 */
import { LRUCache } from "lru-cache";
import type { Log } from "../listen/handle-request.ts";
import { shortInertText } from "../listen/short-inert-text.ts";

export type SecurityEvent =
  | "chat_malformed"
  | "chat_rate"
  | "chat_too_large"
  | "chat_wrong_signature"
  | "chat_wrong_admin_key"
  | "chat_banned"
  | "chat_takeover"
  | "chat_slow_reader";

const MAX_COUNTS = 10_000;
/** Counted together if no more time lies between two of them. */
const TOGETHER_MS = 600_000;
const MAX_DETAIL = 80;

export class SecurityLog {
  readonly #log: Log;
  readonly #counts: LRUCache<string, { count: number }>;

  constructor(log: Log, nowMs: () => number) {
    this.#log = log;
    this.#counts = new LRUCache({
      max: MAX_COUNTS,
      ttl: TOGETHER_MS,
      ttlResolution: 0,
      updateAgeOnGet: true,
      perf: { now: nowMs },
    });
  }

  /** `detail` may come from a stranger. */
  note(event: SecurityEvent, address: string | null, detail = ""): void {
    const key = `${event} ${address}`;
    const seen = this.#counts.get(key) ?? { count: 0 };
    seen.count += 1;
    this.#counts.set(key, seen);
    if (!/^10*$/.test(String(seen.count))) return;
    this.#log({ event, address, count: seen.count, detail: shortInertText(detail, MAX_DETAIL) });
  }
}
