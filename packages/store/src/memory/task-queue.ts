import type { Task } from "@bazaar/kernel";
import type { ClaimedTask, Store } from "@bazaar/market/ports";

interface TaskRow {
  readonly task: Task;
  runAtMs: number;
  attempt: number;
}

/** Tasks that wait for their time, or for an owner whose lease has run out. */
export class TaskQueue {
  readonly #rows = new Map<string, TaskRow>();
  readonly #finished = new Set<string>();

  /** A key is used for one task only, also after it is finished. */
  add(task: Task, runAtMs: number): void {
    if (this.#rows.has(task.key) || this.#finished.has(task.key)) return;
    this.#rows.set(task.key, { task, runAtMs, attempt: 0 });
  }

  claim({ nowMs, leaseMs, limit }: Parameters<Store["claimTasks"]>[0]): readonly ClaimedTask[] {
    const ready = [...this.#rows.values()]
      .filter(({ runAtMs }) => runAtMs <= nowMs)
      .sort((a, b) => a.runAtMs - b.runAtMs);
    return ready.slice(0, limit).map((row) => {
      row.attempt += 1;
      row.runAtMs = nowMs + leaseMs;
      return { task: row.task, attempt: row.attempt };
    });
  }

  finish(key: string, attempt: number): boolean {
    if (this.#rows.get(key)?.attempt !== attempt) return false;
    this.#finished.add(key);
    return this.#rows.delete(key);
  }

  retry(key: string, attempt: number, runAtMs: number): boolean {
    const row = this.#rows.get(key);
    if (row?.attempt !== attempt) return false;
    row.runAtMs = runAtMs;
    return true;
  }
}
