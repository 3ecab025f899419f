/**
 * Runs tasks concurrently in an order that the random seed decides: each port call waits for its
 * turn, and only one runs at a time, so that a race can be replayed.
 */
import { setImmediate } from "node:timers/promises";
import type { Random } from "./random.ts";

/** What follows an answer reaches its next port call within so many rounds of the event loop. */
const QUIET_ROUNDS = 3;

export class Turns {
  #waiting: (() => void)[] = [];
  #isActive = false;
  /** Counts everything that happens at a port. */
  #changes = 0;
  /** Calls without an answer yet; a store on disk takes several rounds. */
  #running = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a port call on its turn. A call that calls back into other ports does not block them. */
  async take<T>(call: () => Promise<T>, callsBack = false): Promise<T> {
    this.#changes += 1;
    if (this.#isActive) await new Promise<void>((resume) => this.#waiting.push(resume));
    const counts = callsBack ? 0 : 1;
    this.#running += counts;
    try {
      return await (this.#isActive || callsBack ? call() : this.#inOrder(call));
    } finally {
      this.#running -= counts;
      this.#changes += 1;
    }
  }

  /** One after another, so that the speed of a store does not matter. */
  #inOrder<T>(call: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(call, call);
    this.#last = mine;
    return mine;
  }

  async runAll(tasks: readonly (() => Promise<void>)[], random: Random): Promise<void> {
    this.#isActive = true;
    let left = tasks.length;
    const done = Promise.allSettled(
      tasks.map((task) =>
        task().finally(() => {
          left -= 1;
        }),
      ),
    );
    for (await this.#quiet(); left > 0; await this.#quiet()) {
      // Nobody waits if a task does something else between two calls.
      if (this.#waiting.length === 0) continue;
      const [resume] = this.#waiting.splice(random.below(this.#waiting.length), 1);
      resume?.();
    }
    this.#isActive = false;
    for (const end of await done) {
      if (end.status === "rejected") throw end.reason;
    }
  }

  /** Until every task waits for a turn or has ended. */
  async #quiet(): Promise<void> {
    let seen = this.#changes;
    for (let rounds = 0; rounds < QUIET_ROUNDS; rounds += 1) {
      await setImmediate();
      if (this.#running === 0 && this.#changes === seen) continue;
      seen = this.#changes;
      rounds = -1;
    }
  }
}
