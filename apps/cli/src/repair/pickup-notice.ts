/** Says so when no agent takes a contract, and what waiting and canceling cost. */
import type { RepairEvent } from "@bazaar/client";
import type { Clock, Contract } from "@bazaar/doors/connection";
import { decide } from "@bazaar/kernel";
import { stakesOf } from "../contracts/stakes.ts";
import { silenceWords, waitingWords } from "../contracts/state-words.ts";

const AFTER_MS = 20_000;

export class PickupNotice implements Disposable {
  readonly #clock: Clock;
  readonly #say: (label: string, text: string) => void;
  #waiting: AbortController | null = null;

  constructor(clock: Clock, say: (label: string, text: string) => void) {
    this.#clock = clock;
    this.#say = say;
  }

  see(event: RepairEvent): void {
    if (event.type !== "posted" && event.type !== "entry") return;
    const { contract } = event;
    const isOpen = contract.state.phase === "open";
    if (isOpen && this.#waiting === null) void this.#wait(contract);
    if (!isOpen) this[Symbol.dispose]();
  }

  async #wait(contract: Contract): Promise<void> {
    const waiting = new AbortController();
    this.#waiting = waiting;
    await this.#clock.sleep(AFTER_MS, waiting.signal);
    if (waiting.signal.aborted) return;
    for (const text of noAgentWords(contract, this.#clock.nowMs())) this.#say("no agent", text);
  }

  [Symbol.dispose](): void {
    this.#waiting?.abort();
    this.#waiting = null;
  }
}

function noAgentWords({ state }: Contract, nowMs: number): readonly string[] {
  const waiting = waitingWords(state, "principal", nowMs);
  const then = silenceWords(state, "principal");
  const act = { type: "cancel", by: state.terms.principal, data: {} } as const;
  const canceled = decide(state, act, Math.max(nowMs, state.receivedMs));
  const cost = canceled.ok ? stakesOf(state, canceled.value, "principal").lines.join(" ") : "";
  return [
    `no agent has taken it yet; it waits for ${waiting}${then === null ? "" : `; then ${then}`}`,
    `Ctrl+C cancels it. ${cost}`.trim(),
  ];
}
