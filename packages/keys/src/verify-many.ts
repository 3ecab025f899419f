/**
 * Signature checks spread over threads, for whoever verifies whole transcripts.
 *
 * A batch too small to be worth a message to another thread is checked at once where it is.
 */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { invariant, type Signed, type VerifyMany } from "@bazaar/kernel";
import { ed25519Verify } from "./ed25519-verify.ts";

export interface VerifyQuestion {
  readonly id: number;
  readonly items: readonly Signed[];
}

export interface VerifyAnswer {
  readonly id: number;
  readonly valid: readonly boolean[];
}

interface Waiting {
  readonly resolve: (valid: readonly boolean[]) => void;
  readonly reject: (cause: unknown) => void;
}

/** The most signatures one message carries. */
const MAX_BATCH = 256;

/** Up to this many signatures the message would cost about as much as the work. */
const MAX_INLINE = 4;

/** A thread died or was shut down; nothing is known about the signatures it had. */
export class VerifyUnavailable extends Error {
  override name = "VerifyUnavailable";

  constructor(cause?: unknown) {
    super("the verification threads are gone", { cause });
  }
}

export class VerifyWorkers implements AsyncDisposable {
  readonly #workers: readonly Worker[];
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 0;
  #gone: VerifyUnavailable | null = null;

  constructor(threads: number = availableParallelism()) {
    this.#workers = Array.from({ length: Math.max(1, threads) }, () => this.#start());
  }

  /** Answers as `ed25519Verify` does, in order. */
  readonly verifyMany: VerifyMany = async (items) => {
    if (items.length <= MAX_INLINE) {
      return items.map(({ party, message, signature }) => ed25519Verify(party, message, signature));
    }
    const share = Math.ceil(items.length / this.#workers.length);
    const size = Math.min(MAX_BATCH, share);
    const batches: Promise<readonly boolean[]>[] = [];
    for (let from = 0; from < items.length; from += size) {
      batches.push(this.#ask(items.slice(from, from + size)));
    }
    return (await Promise.all(batches)).flat();
  };

  async [Symbol.asyncDispose](): Promise<void> {
    this.#fail(new VerifyUnavailable());
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #start(): Worker {
    const worker = new Worker(new URL("./verify-worker.ts", import.meta.url));
    worker.on("message", ({ id, valid }: VerifyAnswer) => {
      // Nobody waits any more for what was answered after another thread had died.
      this.#waiting.get(id)?.resolve(valid);
      this.#waiting.delete(id);
    });
    worker.on("error", (cause) => this.#fail(new VerifyUnavailable(cause)));
    worker.on("exit", () => this.#fail(new VerifyUnavailable()));
    return worker;
  }

  #ask(items: readonly Signed[]): Promise<readonly boolean[]> {
    if (this.#gone !== null) return Promise.reject(this.#gone);
    const id = this.#nextId;
    this.#nextId += 1;
    const worker = this.#workers[id % this.#workers.length];
    invariant(worker !== undefined, `question ${id} has no thread`);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      const question: VerifyQuestion = { id, items };
      worker.postMessage(question);
    });
  }

  /** One dead thread ends them all: a half-working pool would hide that something is wrong. */
  #fail(gone: VerifyUnavailable): void {
    this.#gone ??= gone;
    for (const { reject } of this.#waiting.values()) reject(gone);
    this.#waiting.clear();
  }
}
