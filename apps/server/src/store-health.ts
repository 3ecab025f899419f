import type { StoreCondition } from "@bazaar/doors/http";
import { type Clock, StoreDamaged, type StoreUnavailable } from "@bazaar/market/ports";
import type { Logger } from "pino";
import { messageWithCause } from "./message-with-cause.ts";

/** Longer than the loops ever wait before they write again. */
const FORGET_MS = 60_000;

const DAMAGED =
  "Part of the database cannot be read. Stop the server and restore a copy made with bazaar backup; bazaar rebuild checks a copy.";
const LOCKED =
  "Another program has locked the database, so nothing can be stored. Find it and close it; the server goes on by itself.";
const FAILING =
  "The database does not accept writes. Check the disk; the server goes on by itself.";

/**
 * Whether the store can be read and written, as the server has found out by using it. A full disk
 * cannot be found by trying, because it answers every read and takes writes that change nothing.
 *
 * Damage stays until the server is stopped; a lock until it is gone; a failed write until an act is
 * stored, or for a minute: a server that is not ready may get no acts to store. Damage and locks are
 * logged once.
 */
export class StoreHealth {
  readonly #clock: Clock;
  readonly #log: Pick<Logger, "error" | "warn" | "info">;
  #isDamaged = false;
  #isLocked = false;
  #failedMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, log: Pick<Logger, "error" | "warn" | "info">) {
    this.#clock = clock;
    this.#log = log;
  }

  stored(): void {
    this.#failedMs = Number.NEGATIVE_INFINITY;
  }

  /** Something could not be stored. */
  failed(failure: StoreUnavailable): void {
    // Damage concerns a part of the store: the rest still accepts writes.
    if (!(failure instanceof StoreDamaged)) this.#failedMs = this.#clock.nowMs();
    this.found(failure);
  }

  /** Something could not be stored or read. */
  found(failure: StoreUnavailable): void {
    if (!(failure instanceof StoreDamaged) || this.#isDamaged) return;
    this.#isDamaged = true;
    this.#log.error({ problem: messageWithCause(failure) }, DAMAGED);
  }

  locked(isLocked: boolean): void {
    this.#isLocked = isLocked;
    if (isLocked) this.#log.warn(LOCKED);
    else this.#log.info("the lock on the database is gone");
  }

  get acceptsWrites(): boolean {
    return !this.#isLocked && !this.#hasFailed;
  }

  get condition(): StoreCondition {
    if (this.#isDamaged) return { store: "damaged", problem: DAMAGED };
    if (this.#isLocked) return { store: "locked", problem: LOCKED };
    return this.#hasFailed ? { store: "failing", problem: FAILING } : { store: "ok" };
  }

  get #hasFailed(): boolean {
    return this.#clock.nowMs() - this.#failedMs <= FORGET_MS;
  }
}
