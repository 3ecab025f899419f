/** A bus whose messages wait until the test delivers, loses or repeats them. */
import type { Bus } from "../src/ports/bus.ts";

type Listener = (message: string) => void;

/** What one process has sent to another, and has not arrived. */
interface Way {
  readonly from: string;
  readonly to: string;
  readonly waiting: string[];
}

export class TalkNetwork {
  readonly #listeners = new Map<string, Set<Listener>>();
  #ways: readonly Way[] = [];

  connect(process: string): Bus {
    const own = new Set<Listener>();
    const others = [...this.#listeners.keys()];
    const to = others.map((other) => ({ from: process, to: other, waiting: [] }));
    const back = others.map((other) => ({ from: other, to: process, waiting: [] }));
    this.#ways = [...this.#ways, ...to, ...back];
    this.#listeners.set(process, own);
    return {
      publish: (message) => {
        for (const { from, waiting } of this.#ways) if (from === process) waiting.push(message);
      },
      subscribe: (listener) => {
        own.add(listener);
        return () => own.delete(listener);
      },
    };
  }

  /** The process is dead, or cannot be reached any more. */
  cutOff(process: string): void {
    this.#listeners.delete(process);
    this.#ways = this.#ways.filter(({ from, to }) => from !== process && to !== process);
  }

  /** Delivers the next message on one of the ways so many times; 0 loses it. */
  deliver(way: number, times = 1): void {
    const busy = this.#ways.filter(({ waiting }) => waiting.length > 0);
    this.#pass(busy[way % busy.length], times);
  }

  /** Delivers the next message of one process to another. */
  deliverFrom(process: string, to: string): void {
    this.#pass(
      this.#ways.find((way) => way.from === process && way.to === to),
      1,
    );
  }

  /** Delivers what waits, and what is published because of it. */
  deliverAll(): void {
    while (this.#ways.some(({ waiting }) => waiting.length > 0)) this.deliver(0);
  }

  #pass(way: Way | undefined, times: number): void {
    const message = way?.waiting.shift();
    if (way === undefined || message === undefined) return;
    for (let time = 0; time < times; time += 1) {
      for (const listener of this.#listeners.get(way.to) ?? []) listener(message);
    }
  }
}
