/**
 * Whose request runs next. One thread serves everybody, so a request that takes long delays all
 * others.
 *
 * In each turn, a few passes of the event loop, an address gets a slice of time; what it asks for
 * beyond that waits for the next turn, after everybody else. The time that it takes is charged to it.
 *
 * Time is measured from where a request goes on to its end, or to the end of everything that follows
 * at once: Node calls `nextTick` after the last microtask. Awaiting a disk, a ruling or the next turn
 * takes none.
 */

/** A few dozen acts. They share one write to the disk, so a shorter slice would cost throughput. */
const SLICE_MS = 10;

/**
 * Node accepts one new connection in each pass of its event loop. Several passes make a turn, so that
 * an address that opens many does not keep others from getting in.
 */
const PASSES = 32;

function afterPasses(run: () => void, left: number = PASSES): void {
  if (left === 0) run();
  else setImmediate(afterPasses, run, left - 1);
}

export interface TurnsNeeds {
  /** Gets the time that an address has taken in one go. */
  readonly charge: (address: string, ms: number) => void;
  readonly nowMs?: () => number;
  /** Calls `run` in the next turn. */
  readonly nextTurn?: (run: () => void) => void;
}

/** A request that may run. */
export interface Turn {
  /** Goes on at once while the slice lasts, otherwise in a later turn. */
  readonly pause: () => Promise<void>;
  readonly end: () => void;
}

/** What it does in one go. */
interface Part {
  readonly address: string;
  readonly startedMs: number;
  isOver: boolean;
}

export class Turns {
  readonly #charge: TurnsNeeds["charge"];
  readonly #nowMs: () => number;
  readonly #nextTurn: (run: () => void) => void;
  /** Time taken in this turn. */
  readonly #taken = new Map<string, number>();
  /** Bounded by the open connections: each has one request at a time. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isScheduled = false;
  #isResuming = false;

  constructor({ charge, nowMs, nextTurn }: TurnsNeeds) {
    this.#charge = charge;
    this.#nowMs = nowMs ?? (() => performance.now());
    this.#nextTurn = nextTurn ?? afterPasses;
  }

  /** Waits until a request of this address may run. */
  async begin(address: string): Promise<Turn> {
    const isFree = !this.#waiting.has(address) && (this.#taken.get(address) ?? 0) < SLICE_MS;
    await (isFree ? undefined : this.#wait(address));
    let part = this.#start(address);
    return {
      pause: async () => {
        if (this.#nowMs() - part.startedMs < SLICE_MS) return;
        await this.#wait(address);
        part = this.#start(address);
      },
      end: () => this.#stop(part),
    };
  }

  #start(address: string): Part {
    const part = { address, startedMs: this.#nowMs(), isOver: false };
    process.nextTick(() => this.#stop(part));
    return part;
  }

  #stop(part: Part): void {
    if (part.isOver) return;
    part.isOver = true;
    const { address, startedMs } = part;
    const ms = this.#nowMs() - startedMs;
    this.#taken.set(address, (this.#taken.get(address) ?? 0) + ms);
    this.#charge(address, ms);
    if (this.#isResuming) this.#resume();
    else this.#schedule();
  }

  #wait(address: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const queue = this.#waiting.get(address) ?? [];
    queue.push(resolve);
    this.#waiting.set(address, queue);
    this.#schedule();
    return promise;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#nextTurn(() => {
      this.#isScheduled = false;
      this.#taken.clear();
      this.#resume();
    });
  }

  /** One waiting request after another, so that each is measured alone. */
  #resume(): void {
    for (const [address, queue] of this.#waiting) {
      if ((this.#taken.get(address) ?? 0) >= SLICE_MS) continue;
      const next = queue.shift();
      // Back to the end: addresses take turns.
      this.#waiting.delete(address);
      if (queue.length > 0) this.#waiting.set(address, queue);
      this.#isResuming = true;
      next?.();
      return;
    }
    this.#isResuming = false;
    if (this.#waiting.size > 0) this.#schedule();
  }
}
