/**
 * Judges evidence in a thread of its own. Strangers write the patterns and the outputs: whatever a
 * match costs, the server goes on meanwhile, and after the limit there is no verdict.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Check, JsonObject, Verdict } from "@bazaar/kernel";
import type { JudgeEvidence } from "@bazaar/market/ports";

const PROGRAM = new URL("./evidence-worker.ts", import.meta.url);
/** A court has a minute for everything. */
const LIMIT_MS = 5_000;
const MAX_MEGABYTES = 256;

export class EvidenceThread implements AsyncDisposable {
  readonly #limitMs: number;
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(limitMs: number = LIMIT_MS) {
    this.#limitMs = limitMs;
  }

  /** One question at a time: each has the whole limit for itself. */
  readonly judge: JudgeEvidence = (checks, evidence) => {
    const verdict = this.#last.then(() => this.#ask(checks, evidence));
    this.#last = verdict.catch(() => undefined);
    return verdict;
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }

  async #ask(checks: readonly Check[], evidence: JsonObject): Promise<Verdict> {
    const { promise, resolve, reject } = Promise.withResolvers<Verdict | null>();
    this.#worker ??= await started();
    const worker = this.#worker;
    const timer = setTimeout(resolve, this.#limitMs, null);
    const onError = (error: unknown): void => {
      if (isOutOfMemory(error)) resolve(null);
      else reject(error);
    };
    worker.once("message", resolve).once("error", onError);
    worker.postMessage({ checks, evidence });
    const verdict = await promise.finally(() => {
      clearTimeout(timer);
      worker.off("message", resolve).off("error", onError);
    });
    if (verdict === null) await this.#end();
    return verdict ?? "no_verdict";
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

/** Ready for questions: loading its program is not part of their time. */
async function started(): Promise<Worker> {
  const worker = new Worker(PROGRAM, { resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES } });
  // It must not keep a server alive that has nothing else to do.
  worker.unref();
  await once(worker, "message");
  return worker;
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, "code") === "ERR_WORKER_OUT_OF_MEMORY";
}
