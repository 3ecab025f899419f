import type { Bus } from "@bazaar/market/ports";

type Listener = (message: string) => void;

/** The bus of processes that share their memory: each has its own handle. */
export class MemoryBus {
  readonly #handles = new Set<Set<Listener>>();
  readonly #waiting: { readonly from: Set<Listener>; readonly message: string }[] = [];
  #isDelivering = false;

  /** What one process has of the bus. */
  connect(): Bus {
    const own = new Set<Listener>();
    this.#handles.add(own);
    return {
      publish: (message) => this.#publish(own, message),
      subscribe: (listener) => {
        own.add(listener);
        return () => own.delete(listener);
      },
    };
  }

  /** What listeners publish waits, so that everybody gets everything in the same order. */
  #publish(from: Set<Listener>, message: string): void {
    this.#waiting.push({ from, message });
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        this.#deliver(next.from, next.message);
      }
    } finally {
      this.#isDelivering = false;
    }
  }

  #deliver(from: Set<Listener>, message: string): void {
    for (const listeners of this.#handles) {
      if (listeners === from) continue;
      for (const listener of listeners) listener(message);
    }
  }
}
