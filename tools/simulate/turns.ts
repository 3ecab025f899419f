/**
 * Lets two tasks run at once in an order that the dice decide: each port call waits for its turn,
 * and exactly one task runs between two turns, so that a race can be played again.
 */
import type { Random } from "./random.ts";

export class Turns {
  #waiting: (() => void)[] = [];
  #isActive = false;
  #running = 0;
  #onBlocked: () => void = () => undefined;

  /** Whether several tasks are running. Then every port call waits for its turn. */
  get isActive(): boolean {
    return this.#isActive;
  }

  wait(): Promise<void> {
    return new Promise<void>((resume) => {
      this.#waiting.push(resume);
      this.#blocked();
    });
  }

  async runAll(tasks: readonly (() => Promise<void>)[], random: Random): Promise<void> {
    this.#isActive = true;
    this.#running = tasks.length;
    const allBlocked = new Promise<void>((resolve) => {
      this.#onBlocked = resolve;
    });
    const done = Promise.allSettled(tasks.map((task) => task().finally(() => this.#blocked())));
    await allBlocked;
    while (this.#waiting.length > 0) {
      const [resume] = this.#waiting.splice(random.below(this.#waiting.length), 1);
      const blocked = new Promise<void>((resolve) => {
        this.#onBlocked = resolve;
      });
      this.#running += 1;
      resume?.();
      await blocked;
    }
    this.#isActive = false;
    for (const end of await done) {
      if (end.status === "rejected") throw end.reason;
    }
  }

  #blocked(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#onBlocked();
  }
}
