/**
 * Whose request runs next. One thread serves everybody, so a request that takes long delays all
 * others.
 *
 * In each turn, a few passes of the event loop, an address gets a slice of time, and all together get
 * a few; what they ask for beyond that waits for the next turn. There, addresses that have used least
 * lately go first, so that many busy ones do not delay the rest. The time that an address takes is
 * charged to it.
 *
 * Time is measured from where a request goes on to its end, or to the end of everything that follows
 * at once: Node calls `nextTick` after the last microtask. Awaiting a disk, a ruling or the next turn
 * takes none.
 */

/** A few dozen acts. They share one write to the disk, so a shorter slice would cost throughput. */
const SLICE_MS = 10;
/** For all addresses in one turn. Requests that run alone end it a slice later at most. */
const TURN_MS = 20;
/** A slice when many wait: each soon gets a first one, enough for a short request. */
const LEAST_SLICE_MS = 1;

/**
 * Node accepts one new connection in each pass of its event loop. Several passes make a turn, so that
 * an address that opens many does not keep others from getting in.
 */
const PASSES = 32;

function afterPasses(run: () => void, left: number = PASSES): void {
  if (left === 0) run();
  else setImmediate(afterPasses, run, left - 1);
}

/** Requests from this process have no address; they share one slice. */
type Address = string | null;

export interface TurnsNeeds {
  /** Gets the time that an address has taken in one go. */
  readonly charge: (address: Address, ms: number) => void;
  /** The time that was charged to it lately. */
  readonly timeOf: (address: Address) => number;
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
  readonly address: Address;
  readonly startedMs: number;
  isOver: boolean;
}

export class Turns {
  readonly #charge: TurnsNeeds["charge"];
  readonly #timeOf: TurnsNeeds["timeOf"];
  readonly #nowMs: () => number;
  readonly #nextTurn: (run: () => void) => void;
  /** Time taken in this turn. */
  readonly #taken = new Map<Address, number>();
  #takenByAll = 0;
  #sliceMs = SLICE_MS;
  /** Bounded by the open connections: each has one request at a time. */
  readonly #waiting = new Map<Address, (() => void)[]>();
  #isScheduled = false;
  #isResuming = false;

  constructor({ charge, timeOf, nowMs, nextTurn }: TurnsNeeds) {
    this.#charge = charge;
    this.#timeOf = timeOf;
    this.#nowMs = nowMs ?? (() => performance.now());
    this.#nextTurn = nextTurn ?? afterPasses;
  }

  /** Waits until a request of this address may run. */
  async begin(address: Address): Promise<Turn> {
    const isFree = !this.#waiting.has(address) && this.#hasTime(address);
    await (isFree ? undefined : this.#wait(address));
    let part = this.#start(address);
    return {
      pause: async () => {
        if (this.#nowMs() - part.startedMs < this.#sliceMs) return;
        await this.#wait(address);
        part = this.#start(address);
      },
      end: () => this.#stop(part),
    };
  }

  #hasTime(address: Address): boolean {
    return this.#takenByAll < TURN_MS && (this.#taken.get(address) ?? 0) < this.#sliceMs;
  }

  #start(address: Address): Part {
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
    this.#takenByAll += ms;
    this.#charge(address, ms);
    if (this.#isResuming) this.#resume();
    else this.#schedule();
  }

  #wait(address: Address): Promise<void> {
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
      this.#takenByAll = 0;
      const share = TURN_MS / this.#waiting.size;
      this.#sliceMs = Math.max(LEAST_SLICE_MS, Math.min(SLICE_MS, share));
      this.#sort();
      this.#resume();
    });
  }

  /** Those that have used least lately go first. */
  #sort(): void {
    const waiting = [...this.#waiting].map(
      ([address, queue]) => [this.#timeOf(address), address, queue] as const,
    );
    this.#waiting.clear();
    for (const [, address, queue] of waiting.sort(([a], [b]) => a - b)) {
      this.#waiting.set(address, queue);
    }
  }

  /** One waiting request after another, so that each is measured alone. */
  #resume(): void {
    for (const [address, queue] of this.#waiting) {
      if (this.#takenByAll >= TURN_MS) break;
      if (!this.#hasTime(address)) continue;
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
