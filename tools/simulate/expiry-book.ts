/** When the task of one contract ends: neither earlier nor later than was agreed. */
import type { ContractState } from "@bazaar/kernel";
import type { Seen } from "./seen.ts";
import { ensure } from "./violation.ts";

export const EXPIRES = "a task expires when it was agreed, once";

export class ExpiryBook {
  /** Without outages and cases; null while no expiry is agreed. */
  #agreedMs: number | null = null;
  /** Since when a case stops the clock. */
  #stoppedMs: number | null = null;
  #pausedMs = 0;
  #hasExpired = false;

  saw({ before, step }: Seen): void {
    const { state, receivedAtMs, entry } = step;
    if (state.terms.work.kind !== "task") return;
    this.#agreedMs ??= agreedAt(state, receivedAtMs);
    this.#pause(before, state, receivedAtMs);
    if (this.#agreedMs === null) return;
    if (entry.type === "auto_cancel" && entry.data.reason === "expired") this.#expire(receivedAtMs);
    if (state.phase !== "in_progress" && state.phase !== "open") return;
    const atMs = state.deadline?.atMs ?? Number.POSITIVE_INFINITY;
    const latestMs = this.#agreedMs + state.absence.totalMs + this.#pausedMs;
    const isRight = atMs >= this.#agreedMs && atMs <= latestMs;
    ensure(isRight, EXPIRES, () => `${atMs - latestMs} ms too late in ${state.phase}`);
  }

  #pause(before: ContractState | null, after: ContractState, nowMs: number): void {
    if (before?.case == null && after.case !== null) this.#stoppedMs = nowMs;
    if (after.case !== null || this.#stoppedMs === null) return;
    this.#pausedMs += nowMs - this.#stoppedMs;
    this.#stoppedMs = null;
  }

  #expire(nowMs: number): void {
    ensure(nowMs > (this.#agreedMs ?? 0), EXPIRES, () => "too early");
    ensure(!this.#hasExpired, EXPIRES, () => "twice");
    this.#hasExpired = true;
  }
}

/** From posting, or, where the document has no expiry, a turn from acceptance on. */
function agreedAt({ terms, seat }: ContractState, nowMs: number): number | null {
  const { work, rules } = terms;
  if (work.kind === "task" && work.expiresSeconds !== null) {
    return nowMs + work.expiresSeconds * 1_000;
  }
  return seat?.isAccepted === true ? nowMs + rules.turnSeconds * 1_000 : null;
}
